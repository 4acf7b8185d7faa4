import { parseSync, type ESTree } from 'vite'

import { parseMessage, type Part } from '../../domain/messages/parse-message.ts'
import { isCode, isTest, lineAt, type Finding, type Tree } from './tree.ts'

type Place = { file: string; line: number }
type Node = ESTree.Node

const isScreenCode = (file: string): boolean => file.startsWith('web/') && isCode(file) && !isTest(file)
export const hasMessages = (file: string): boolean =>
  /^(?:web|server|domain)\//.test(file) && isCode(file) && !isTest(file)

/** Attributes whose values are not read by a person although they may look like words. */
const codeAttributes =
  /^(?:className|d|viewBox|points|style|rel|href|to|src|id|accept|allow|pattern|key|value|name|within|data-.*)$/
/** Members of an object, likewise: types of schema.org, a header, the name of a stored draft, of a field, an id. */
const codeMembers = /^(?:@type|authorization|draft|fields?|id)$/
/** Calls whose arguments are messages, or never shown. */
const messageCalls =
  /^(?:t|message|Error|TypeError|SyntaxError|DOMException|get|includes|setProperty|setRequestHeader|setValue|textIn)$/
const productName = /^\s*AgriDesk\s*$/

const startsAsText = /^\p{Lu}\p{Ll}+(?:[ ,.:!?’]|$)/u
const hasWords = /\p{L}{2,} +\p{L}|\p{Ll}{2,}[.:!?]?$|^[ ,.]*\p{L}{2,}/u
const hasTemplateWords = /(?:\p{L} \{|\} \p{L}|\p{L}{2,} \p{L}{2,})/u

/** Texts in the code of the web app that a person reads, outside of `t('…')`. */
export function literalsIn(tree: Tree): Place[] {
  return [...tree].flatMap(([file, source]) => {
    if (!isScreenCode(file)) return []
    const starts: number[] = []
    const visit = (node: Node, isShown: boolean, parent?: Node): void => {
      if (isNotText(node)) return
      if (node.type === 'JSXText' && /\p{L}/u.test(node.value) && !productName.test(node.value))
        starts.push(node.start)
      if (node.type === 'Literal' && typeof node.value === 'string' && parent?.type !== 'MemberExpression')
        if ((isShown ? hasWords : startsAsText).test(node.value)) starts.push(node.start)
      if (node.type === 'TemplateLiteral') {
        const text = node.quasis.map(({ value }) => value.cooked ?? '').join('{}')
        // A template that begins with a tag is HTML, and one that begins with a slash is a path.
        if (hasTemplateWords.test(text) && !/^(?:<\w|\/)/.test(text)) starts.push(node.start)
      }
      const isChild = node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute'
      const isBranch = /^(?:Conditional|Logical|Parenthesized)Expression$/.test(node.type)
      for (const child of childrenOf(node)) visit(child, isChild || (isBranch && isShown), node)
    }
    visit(parseSync(file, source).program, false)
    return starts.map((start) => ({ file, line: lineAt(source, start) }))
  })
}

function isNotText(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true
    case 'BinaryExpression':
      return /^(?:[!=]==?|in)$/.test(node.operator)
    case 'AssignmentExpression':
      return nameOf(node.left) === 'name'
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' && /fields$/i.test(node.id.name) && isListOfNames(node.init)
    case 'Property':
      return codeMembers.test(nameOf(node.key) ?? '')
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' && codeAttributes.test(node.name.name)
    // Names by pattern, such as those of browsers.
    case 'ArrayExpression':
      return node.elements[0]?.type === 'Literal' && 'regex' in node.elements[0]
    case 'CallExpression':
    case 'NewExpression':
      return isForDevelopers(node.callee) || messageCalls.test(nameOf(node.callee) ?? '')
    case 'JSXElement':
      return isRichText(node)
    default:
      return node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type)
  }
}

/** Such as the names of fields in their order. */
function isListOfNames(node: Node | null): boolean {
  if (node?.type === 'TSAsExpression') return isListOfNames(node.expression)
  return node?.type === 'ArrayExpression' && node.elements.every((each) => each?.type === 'Literal')
}

/** The last name of a key, variable or member. */
export function nameOf(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return node.computed ? undefined : nameOf(node.property)
  if (node.type === 'Literal') return String(node.value)
  return node.type === 'Identifier' ? node.name : undefined
}

const isForDevelopers = (callee: Node): boolean =>
  callee.type === 'MemberExpression' && nameOf(callee.object) === 'console'

const isRichText = (node: ESTree.JSXElement): boolean =>
  node.openingElement.name.type === 'JSXIdentifier' && node.openingElement.name.name === 'RichText'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The nodes directly inside of a node of the syntax tree. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

export const checkLiterals = (tree: Tree): Finding[] =>
  literalsIn(tree).map((place) => ({ ...place, sentence: "What a person reads is a message: t('…')." }))

const notLiteral = 'A message is a literal or a declared text, with its values as arguments.'
const atImport = 'A message is formatted when it is shown, not when its file is loaded.'

/** Messages are literals in ICU syntax with the values that their arguments need, formatted in the reader's language. */
export function checkMessages(tree: Tree): Finding[] {
  return [...tree].flatMap(([file, source]) => {
    if (!hasMessages(file) || !/\bt\(|<RichText/.test(source)) return []
    const findings: Finding[] = []
    const add = (node: Node, sentence: string): void => {
      findings.push({ file, line: lineAt(source, node.start), sentence })
    }
    const visit = (node: Node, isInFunction: boolean): void => {
      const parts = messageIn(node)
      if (parts) {
        if (!isInFunction) add(node, atImport)
        for (const text of textsOf(parts.text)) {
          const problem = text === undefined ? notLiteral : problemOf(text, parts.values)
          if (problem) add(node, problem)
        }
      }
      const isFunction = /Function|MethodDefinition/.test(node.type)
      for (const child of childrenOf(node)) visit(child, isInFunction || isFunction)
    }
    visit(parseSync(file, source).program, false)
    return findings
  })
}

/** The text and the values of a call of `t`, or of a `RichText`. */
export function messageIn(node: Node): { text: Node | undefined; values: Node | undefined } | undefined {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 't')
    return { text: node.arguments[0], values: node.arguments[1] }
  if (node.type !== 'JSXElement' || !isRichText(node)) return undefined
  const attribute = (name: string): Node | undefined => {
    for (const each of node.openingElement.attributes)
      if (each.type === 'JSXAttribute' && each.name.name === name && each.value)
        return each.value.type === 'JSXExpressionContainer' ? each.value.expression : each.value
    return undefined
  }
  return { text: attribute('message'), values: attribute('values') }
}

/** The texts that an expression can be; undefined for one that is put together. */
export function textsOf(node: Node | undefined): (string | undefined)[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [undefined]
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'ChainExpression':
      return textsOf(node.expression)
    // A text that is declared elsewhere, such as the label of a field.
    case 'Identifier':
    case 'MemberExpression':
      return []
    default:
      return [undefined]
  }
}

function problemOf(text: string, values: Node | undefined): string | undefined {
  try {
    const parts = parseMessage(text)
    if (hasNoOther(parts)) return `A plural or select has a text for other: "${text}".`
    const needed = argumentsOf(parts)
    const given = values === undefined ? [] : keysOf(values)
    const missing = given && [...new Set(needed)].filter((name) => !given.includes(name))
    return missing && missing.length > 0
      ? `The message "${text}" needs a value for ${missing.join(' and ')}.`
      : undefined
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error)
  }
}

const casesOf = (part: Part): Record<string, readonly Part[]> =>
  typeof part === 'string' ? {} : { ...part.cases }
export const hasNoOther = (parts: readonly Part[]): boolean =>
  parts.some((part) => {
    const cases = casesOf(part)
    return (Object.keys(cases).length > 0 && !cases['other']) || Object.values(cases).some(hasNoOther)
  })

export const argumentsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) =>
    typeof part === 'string' ? [] : [part.name, ...Object.values(casesOf(part)).flatMap(argumentsOf)],
  )

/** Undefined when the values are not written out. */
function keysOf(values: Node): string[] | undefined {
  if (values.type !== 'ObjectExpression') return undefined
  const names = values.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}
