import { keptTokens, replacedWords } from './replaced-words.ts'
import { viewsOf } from './source-views.ts'
import { isCode, lineAt, type Finding, type Tree } from './tree.ts'

const checked = /\.(?:ts|tsx|mts|mjs|js|css|html|md|sql|yml)$/
// Changelog and migrations are history, the specification is a contract, and deprecated paths are old words.
const unchecked =
  /^(?:docs\/specification\.md$|CHANGELOG\.md$|server\/store\/schema\/migrations\/|server\/http\/deprecated-paths\.|scripts\/architecture\/replaced-words\.ts$)/
const glossaryTable = /\n## Replaced words\n[\s\S]*/

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** Finds the word in prose and as a part of a name in camelCase. */
function patternOf(word: string): string {
  const text = word.replaceAll(' ', '\\s+')
  const capitalised = `${text[0]?.toUpperCase()}${text.slice(1)}(?![a-z])`
  return text === capitalised.slice(0, text.length)
    ? `(?<![A-Za-z])${capitalised}`
    : `(?<![A-Za-z])${text}(?![a-z])|${capitalised}`
}

const rules = replacedWords.map((replaced) => ({
  ...replaced,
  is: new RegExp(replaced.is?.source ?? replaced.words.map(patternOf).join('|'), 'g'),
}))

const hasReplacedWord = new RegExp(rules.map(({ is }) => is.source).join('|'))

export function checkWords(tree: Tree): Finding[] {
  return [...tree].flatMap(([file, source]) => {
    if (!checked.test(file) || unchecked.test(file)) return []
    const text = keptTokens.reduce((rest, token) => rest.replaceAll(token, blank), withoutTable(file, source))
    if (!hasReplacedWord.test(text) && !hasReplacedWord.test(file)) return []
    const views = isCode(file) && viewsOf(source)
    return rules.flatMap(({ is, use, in: where }) => {
      const names = views ? views.code : ''
      const prose = views ? views.comments : text
      const searched = where === 'names' ? names : where === 'prose' ? prose : text
      const inPath = where === undefined ? [...file.matchAll(is)] : []
      const sentence = (found: string): string =>
        `Replaced words are not used: write “${use}”, see docs/glossary.md. (${found.replaceAll(/\s+/g, ' ')})`
      return [
        ...inPath.map(([found]) => ({ file, sentence: sentence(found) })),
        ...[...searched.matchAll(is)].map((match) => ({
          file,
          line: lineAt(source, match.index),
          sentence: sentence(match[0]),
        })),
      ]
    })
  })
}

const withoutTable = (file: string, text: string): string =>
  file === 'docs/glossary.md' ? text.replace(glossaryTable, blank) : text
