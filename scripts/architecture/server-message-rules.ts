import { parseSync, type ESTree } from 'vite'

import { childrenOf } from './message-rules.ts'
import { isCode, isTest, lineAt, type Finding, type Tree } from './tree.ts'

type Place = { file: string; line: number }
type Node = ESTree.Node

/** Files whose texts are not messages, and why. */
const exempt: readonly [files: RegExp, because: string][] = [
  [/^server\/(?:main|run-server|base\/(?:reminder-|backup-)?config)\.ts$/, 'for operators'],
  [/^server\/accounts\/first-administrator\.ts$/, 'for operators, printed at the start'],
  [/^server\/http\/connections\/(?:tls|start-page)\.ts$/, 'for operators, at the start'],
  [
    /^server\/(?:move|operations\/(?!maintenance)|backups\/(?!nightly))/,
    'for operators, in commands and the log',
  ],
  [/^server\/store\/(?:files|schema)\//, 'for operators: the data folder and migrations'],
  [/^server\/store\/(?:open-store|trigger)\.ts$/, 'for operators, and SQL'],
  [/^server\/store\/(?:owners|postgres|sqlite|query)\//, 'SQL and names of prepared statements'],
  [/^server\/starter\//, 'sample data'],
  [/^server\/http\/(?:api-page|openapi|describe-endpoint)\.ts$/, 'the description of the API'],
  [/^server\/records\/(?:describe-record|contract-routes)\.ts$/, 'the description of the API'],
  [/^server\/export\/xlsx-/, 'XML'],
  [/^server\/http\/security-headers\.ts$/, 'headers'],
  [/^domain\/(?:reference\/|india\/states\.ts$)/, 'reference data'],
  [/^domain\/access\/actor\.ts$/, 'the name of an account in the audit, which is stored'],
  [/^domain\/lists\/list-parameters\.ts$/, 'the description of the API'],
  [
    /^domain\/catalogue\/(?:entities\/|entity-labels\.ts$)/,
    'labels, which are passed through t where they are shown',
  ],
]

const isServerCode = (file: string): boolean =>
  /^(?:server|domain)\//.test(file) &&
  isCode(file) &&
  !isTest(file) &&
  !exempt.some(([files]) => files.test(file))

/** The functions of `domain/problem.ts`, whose first argument is shown. */
const problemFunctions =
  /^(?:notFound|unauthenticated|forbidden|badRequest|conflict|tooManyRequests|serviceUnavailable)$/
/** Properties whose values are shown. */
const shownProperties = /^(?:message|msg|problem)$/
/** Properties that are no texts: the description of the API, keys and samples. */
const otherProperties = /^(?:description|summary|answered|cacheKey|sample)$/

const hasWords = /\p{L}{2}/u
/** Keys of stored values and names of prepared statements, and columns of a statement. */
const isKey = /^(?:anyone|device|find|found by|plain|visitor) \{|^\S* as \S+$/
/** A sentence or a part of one: two words, or a word beside a value. */
const hasTemplateWords = /\p{L}{2,}[,.:;]? \p{L}{2,}|\p{L}{2,}[,.:;]? \{|\}[,.:;]? \p{L}{2,}/u

/** Texts of the server and the domain that a person reads, outside of `t('…')`. */
export function serverTextsIn(tree: Tree): Place[] {
  return [...tree].flatMap(([file, source]) => {
    if (!isServerCode(file)) return []
    const starts = new Set<number>()
    const visit = (node: Node, isInFunction: boolean): void => {
      if (isNotText(node, source)) return
      for (const shown of shownIn(node, isInFunction))
        for (const { start, words } of textsOf(shown)) if (hasWords.test(words)) starts.add(start)
      if (node.type === 'TemplateLiteral' && isSentence(wordsOf(node))) starts.add(node.start)
      const isFunction = /Function|MethodDefinition/.test(node.type)
      for (const child of isDescribed(node) ? node.arguments.slice(0, 1) : childrenOf(node))
        visit(child, isInFunction || isFunction)
    }
    visit(parseSync(file, source).program, false)
    return [...starts].map((start) => ({ file, line: lineAt(source, start) }))
  })
}

const isSentence = (text: string): boolean => hasTemplateWords.test(text) && !isKey.test(text)

/** The second argument of `described` is for the description of the API. */
const isDescribed = (node: Node): node is ESTree.CallExpression =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'described'

/** The expressions in a node that are shown to a person. */
function shownIn(node: Node, isInFunction: boolean): Node[] {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier')
    return problemFunctions.test(node.callee.name) ? node.arguments.slice(0, 1) : []
  // A constant is passed through `t` where it is shown.
  const isShown =
    isInFunction &&
    node.type === 'Property' &&
    node.key.type === 'Identifier' &&
    shownProperties.test(node.key.name)
  return isShown ? [node.value] : []
}

/** A literal in the code, with the values of a template as `{}`. */
interface Text {
  start: number
  words: string
}

/** The literals that an expression can be. */
function textsOf(node: Node): Text[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, words: node.value }] : []
    case 'TemplateLiteral':
      return [{ start: node.start, words: wordsOf(node) }]
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'ParenthesizedExpression':
      return textsOf(node.expression)
    default:
      return []
  }
}

const wordsOf = ({ quasis }: ESTree.TemplateLiteral): string =>
  quasis.map(({ value }) => value.cooked ?? '').join('{}')

function isNotText(node: Node, source: string): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true
    case 'CallExpression':
    case 'NewExpression':
      return isForProgrammers(source.slice(node.callee.start, node.callee.end))
    case 'TaggedTemplateExpression':
      return /^sql\b/.test(source.slice(node.tag.start, node.tag.end))
    case 'Property':
      return node.key.type === 'Identifier' && otherProperties.test(node.key.name)
    default:
      return node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type)
  }
}

/** Messages, errors, the log, statements and headers. */
const isForProgrammers = (callee: string): boolean =>
  /^(?:t|(?:Type|Range|Syntax)?Error|runPrepared)$|^console\.|(?:^|\.)log\.\w+$|^sql\.|\.(?:select|selectFrom|exec|prepare|header)$/.test(
    callee,
  )

export const checkServerTexts = (tree: Tree): Finding[] =>
  serverTextsIn(tree).map((place) => ({
    ...place,
    sentence: "What a person reads in a response is a message: t('…').",
  }))
