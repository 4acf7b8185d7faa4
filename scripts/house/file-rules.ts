import { viewsOf } from './source-views.ts'
import { baseName, isCode, lineAt, type Finding, type Tree } from './tree.ts'

const mostLines = 400
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
const named = /\.(?:ts|tsx|mts|mjs|js|css|html|sql)$/

export function checkNames(tree: Tree): Finding[] {
  return [...tree.keys()]
    .filter(
      (file) =>
        named.test(file) &&
        !file
          .replace(/^\./, '')
          .split('/')
          .every((part) => kebabCase.test(part)),
    )
    .map((file) => ({ file, sentence: 'Files and folders of code have kebab-case names.' }))
}

export function checkBarrels(tree: Tree): Finding[] {
  return [...tree.keys()]
    .filter((file) => isCode(file) && baseName(file).startsWith('index.'))
    .map((file) => ({
      file,
      sentence: 'There are no barrels: an import names the file that declares the thing.',
    }))
}

export function checkLength(tree: Tree): Finding[] {
  return [...tree].flatMap(([file, source]) => {
    if (!isCode(file) && !file.endsWith('.css')) return []
    const lines = viewsOf(source).withStrings.split('\n')
    const count = lines.filter((line) => line.trim() !== '').length
    return count > mostLines
      ? [{ file, sentence: `No file is over ${mostLines} lines of code. (It has ${count}.)` }]
      : []
  })
}

type TextRule = { view: 'code' | 'comments'; is: RegExp; sentence: string; except?: RegExp }

const textRules: TextRule[] = [
  {
    view: 'code',
    is: /\bexport\s+default\b|\bas\s+default\b/g,
    sentence: 'There are no default exports, except in *.config.ts.',
    except: /\.config\.ts$/,
  },
  {
    view: 'code',
    is: /(?:[:|&<]|\bas|=>)\s*any\b(?!\s*[\w'(:])|,\s*any\s*>/g,
    sentence: 'No type is any: say what it is, or unknown.',
  },
  { view: 'comments', is: /@ts-(?:ignore|nocheck)\b/g, sentence: 'The type checker is not switched off.' },
  {
    view: 'code',
    is: /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|fixme)\b/g,
    sentence: 'No test is skipped or singled out.',
  },
  {
    view: 'comments',
    is: /\b(?:TODO|FIXME)\b/g,
    sentence: 'Nothing is left to be done in a comment: do it or write it down.',
  },
  {
    view: 'code',
    // A list that is spread into map() is not meant: there every element is started by the same function.
    is: /\bPromise\.all\(\s*\[(?!\.\.\.)/g,
    sentence:
      'The server starts different tasks with inParallel: an element that throws would leave the promises before it without a handler.',
    except: /^(?!server\/)|\.test\.ts$/,
  },
]

export function checkText(tree: Tree): Finding[] {
  return [...tree].flatMap(([file, source]) => {
    if (!isCode(file)) return []
    const views = viewsOf(source)
    return textRules
      .filter((rule) => !rule.except?.test(file))
      .flatMap((rule) =>
        [...views[rule.view].matchAll(rule.is)].map((match) => ({
          file,
          line: lineAt(source, match.index),
          sentence: rule.sentence,
        })),
      )
  })
}
