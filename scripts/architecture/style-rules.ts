import { viewsOf } from './source-views.ts'
import { isCode, isTest, lineAt, type Finding, type Tree } from './tree.ts'

const entrySheet = 'web/styles/main.css'
const breakpointSheet = 'web/styles/breakpoints.css'
const breakpointNames = ['phone', 'narrow', 'wide', 'desk']

const isSheet = (file: string): boolean => file.startsWith('web/') && file.endsWith('.css')

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** Every rule of a sheet is in a layer that the entry sheet declares. */
export function checkLayers(tree: Tree): Finding[] {
  const order = /@layer\s+([\w\s,-]+);/.exec(withoutComments(tree.get(entrySheet) ?? ''))?.[1] ?? ''
  const layers = order.split(',').map((name) => name.trim())
  const isAllowed = (file: string, statement: string): boolean => {
    if (/^@import\b(?!.*\blayer\b)/.test(statement)) return true
    if (/^@layer\b.*;$/s.test(statement)) return file === entrySheet
    if (statement.startsWith('@custom-media')) return file === breakpointSheet
    return layers.includes(/^@layer\s+([\w-]+)\s*\{$/.exec(statement)?.[1] ?? '')
  }
  return [...tree]
    .filter(([file]) => isSheet(file))
    .flatMap(([file, source]) =>
      topLevelOf(withoutComments(source))
        .filter(({ text }) => !isAllowed(file, text))
        .map(({ index }) => ({
          file,
          line: lineAt(source, index),
          sentence: `Every rule of a style sheet is in a layer of the order that ${entrySheet} declares once.`,
        })),
    )
}

/** The statements of a sheet, and the beginnings of its blocks up to their brace. */
function topLevelOf(css: string): { text: string; index: number }[] {
  const found: { text: string; index: number }[] = []
  let depth = 0
  let start = 0
  for (const { 0: mark, index } of css.matchAll(/[{};]/g)) {
    if (depth === 0 && mark !== '}') {
      const text = css.slice(start, index + 1)
      found.push({ text: text.trim(), index: start + text.search(/\S/) })
    }
    if (mark === '{') depth += 1
    if (mark === '}') depth -= 1
    if (depth === 0) start = index + 1
  }
  return found
}

const definition = /@custom-media\s+--([\w-]+)\s+(\([^;]*\))\s*;/g
const widthQuery = /\([^()'"`]*\bwidth\s*[<>:=][^()'"`]*\)|\([^()'"`]*[<>=]\s*width\b[^()'"`]*\)/g

/** Sheets name a breakpoint, scripts repeat its query. */
export function checkBreakpoints(tree: Tree): Finding[] {
  const defined = [...withoutComments(tree.get(breakpointSheet) ?? '').matchAll(definition)]
  const queries = defined.map(([, , query]) => query)
  const names = defined.map(([, name]) => name)
  const others: Finding[] =
    !tree.has(breakpointSheet) || names.join() === breakpointNames.join()
      ? []
      : [{ file: breakpointSheet, sentence: `The breakpoints are ${breakpointNames.join(', ')}.` }]
  const found = [...tree].flatMap(([file, source]) => {
    if (file === breakpointSheet) return []
    const places = isSheet(file) ? widthsInSheet(source) : widthsInScript(file, source, queries)
    return places.map((index) => ({
      file,
      line: lineAt(source, index),
      sentence: `A media query for a width is one of the four of ${breakpointSheet}.`,
    }))
  })
  return [...others, ...found]
}

const widthsInSheet = (source: string): number[] =>
  [...withoutComments(source).matchAll(/@(?:media|custom-media|import)\b[^{;]*\bwidth\b[^{;]*/g)].map(
    ({ index }) => index,
  )

function widthsInScript(file: string, source: string, queries: readonly (string | undefined)[]): number[] {
  if (!file.startsWith('web/') || !isCode(file) || isTest(file) || !source.includes('matchMedia')) return []
  return [...viewsOf(source).withStrings.matchAll(widthQuery)]
    .filter(([query]) => !queries.includes(query))
    .map(({ index }) => index)
}

/** Labels are translated, so a rule for one of them would hold in English only. */
export function checkLabelsInSheets(tree: Tree): Finding[] {
  return [...tree]
    .filter(([file]) => isSheet(file))
    .flatMap(([file, source]) =>
      [...withoutComments(source).matchAll(/\[(?:aria-label|data-label|title)\s*[~|^$*]?=/g)].map(
        ({ index }) => ({
          file,
          line: lineAt(source, index),
          sentence:
            'A style sheet selects a column by its id (data-column), because its label is translated.',
        }),
      ),
    )
}

const tokenSheet = 'web/styles/tokens.css'
const textSizes = ['tiny', 'small', 'text', 'big', 'h2', 'h1', 'title', 'display']
const isTextSize = (value: string): boolean =>
  value === 'inherit' || /^\d+%$/.test(value) || textSizes.some((name) => value === `var(--${name})`)

/** Text has one of the named sizes; a percentage is for the root, on screen and on paper. */
export function checkTextSizes(tree: Tree): Finding[] {
  return [...tree]
    .filter(([file]) => isSheet(file))
    .flatMap(([file, source]) =>
      [...withoutComments(source).matchAll(/[\s;{]font(?:-size)?:\s*([^;}]+)/g)]
        .filter(([, value]) => !isTextSize(value!.trim()))
        .map(({ index }) => ({
          file,
          line: lineAt(source, index + 1),
          sentence: `The size of text is one of ${tokenSheet}: ${textSizes.join(', ')}.`,
        })),
    )
}
