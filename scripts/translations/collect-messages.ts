import { parseSync, type ESTree } from 'vite'

import { childrenOf, hasMessages, messageIn, nameOf, textsOf } from '../architecture/message-rules.ts'
import { resolveImport } from '../architecture/imports.ts'
import type { Tree } from '../architecture/tree.ts'

type Node = ESTree.Node

/** Members of declarations that are passed through `t` where they are shown, such as the label of a field. */
const shownMembers =
  /^(?:about|advice|choices|heading|hint|keywords|label|labels|lead|legend|menu|note|noun|placeholder|plural|reason|remark|shortLabel|headerLabel|section|singular|text|tile|title|unit|why|words)$/
/** Files in which every text is shown. */
const shownFiles =
  /^domain\/(?:catalogue\/(?:entity-labels|entities\/(?:visit|dose)-choices)|contract\/(?:account-|page-|site-)?messages)\.ts$/
/** The declarations of entities: the label of a field is the first argument of its kind, and its choices are the second. */
const declarations =
  /^domain\/(?:catalogue\/(?:entities\/(?!visit-choices|dose-choices)|names\/)|access\/account-fields)/
/** Lists and tables whose texts are passed through `t` by another name than their own. */
const shownTables = [
  'domain/access/policy.ts subjectWords',
  'domain/access/rights.ts actions',
  'domain/access/rights.ts grants',
  'domain/access/rights.ts levels',
  'domain/audit.ts auditChanges',
  'domain/audit.ts auditEvents',
]
/** Functions that make a declaration, with the positions of the arguments that are shown. */
const shownArguments: Readonly<Record<string, readonly number[]>> = {
  'domain/data-quality/rules.ts rule': [2, 3],
  'domain/trees.ts tree': [1],
}
const hasLetters = /\p{L}/u

/** Every message of the web app, the server and the domain → the files that have it. */
export function messagesOf(tree: Tree): Map<string, Set<string>> {
  const sources = [...tree].filter(([file]) => hasMessages(file))
  const programs = sources.map(([file, source]) => ({ file, program: parseSync(file, source).program }))
  const tables = new Set([
    ...shownTables,
    ...programs.flatMap(({ file, program }) => tablesOf(file, program)),
  ])
  const found = new Map<string, Set<string>>()
  for (const { file, program } of programs)
    for (const message of messagesIn(file, program, tables)) {
      const files = found.get(message)
      if (files) files.add(file)
      else found.set(message, new Set([file]))
    }
  return found
}

function messagesIn(file: string, program: ESTree.Program, tables: ReadonlySet<string>): string[] {
  const found: string[] = []
  const add = (texts: readonly (string | undefined)[]): void => {
    for (const text of texts) if (text !== undefined && hasLetters.test(text)) found.push(text)
  }
  const visit = (node: Node): void => {
    const message = messageIn(node)
    if (message) add(textsOf(message.text))
    if (node.type === 'Property' && file.startsWith('domain/') && shownMembers.test(nameOf(node.key) ?? ''))
      add(textsUnder(node.value))
    if (node.type === 'CallExpression' && declarations.test(file)) add(declaredTexts(node))
    if (node.type === 'CallExpression')
      for (const at of shownArguments[`${file} ${nameOf(node.callee)}`] ?? [])
        add(textsOf(node.arguments[at]))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations)
      if (init && (shownFiles.test(file) || (id.type === 'Identifier' && tables.has(`${file} ${id.name}`))))
        add(textsUnder(init))
  }
  return found
}

/** The texts of a field of an entity: `choice('Type', ['business', 'individual'])`. */
function declaredTexts({
  callee,
  arguments: [label, second],
}: ESTree.CallExpression): (string | undefined)[] {
  const kind = nameOf(callee)
  if (kind === undefined || kind === 'entity' || label?.type === 'SpreadElement') return []
  const choices = kind === 'choice' && second && second.type !== 'SpreadElement' ? textsUnder(second) : []
  return [...textsOf(label), ...choices]
}

/** The tables whose texts a file shows, each as the file and the name of its declaration. */
function tablesOf(file: string, program: ESTree.Program): string[] {
  const names = new Set<string>()
  const visit = (node: Node): void => {
    const message = messageIn(node)
    if (message?.text) for (const name of tablesIn(message.text)) names.add(name)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  if (names.size === 0) return []
  const imported = program.body
    .filter((statement) => statement.type === 'ImportDeclaration')
    .flatMap(({ source, specifiers }) =>
      specifiers.map(({ local }) => [local.name, resolveImport(file, source.value)] as const),
    )
  const origin = new Map(imported)
  return [...names].map((name) => `${origin.get(name) ?? file} ${name}`)
}

/** The names of tables of texts: `states` in `t(states[name])` and `t(states.open)`. */
function tablesIn(node: Node): string[] {
  if (node.type === 'MemberExpression') return [nameOf(node.object) ?? '']
  return /^(?:ConditionalExpression|LogicalExpression|ChainExpression|TSNonNullExpression)$/.test(node.type)
    ? childrenOf(node).flatMap(tablesIn)
    : []
}

/** The texts in a declared value: itself, the items of a list and the values of a table, but not those in a function. */
function textsUnder(node: Node): (string | undefined)[] {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.flatMap((each) => (each ? textsUnder(each) : []))
    case 'ObjectExpression':
      return node.properties.flatMap((each) => (each.type === 'Property' ? textsUnder(each.value) : []))
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsUnder(node.expression)
    case 'Literal':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return textsOf(node).filter((text) => text !== undefined)
    default:
      return []
  }
}
