// Run by itself, it lists the casts and counts them by folder.
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type ESTree } from 'vite'

import { isCode, isTest, lineAt, readTree, type Finding, type Tree } from './tree.ts'

/** Only ever lowered: a type that follows from a declaration, or a check of the value, is better than a cast. */
export const maxCasts = 101

const countedFolders = /^(?:server|web|domain|scripts)\//
/** Parsing takes seconds for all files together, so those without a cast are left out first. */
const mayHaveCast = /\bas\b|\b(?:String|Number)\(/

/**
 * Casts (`x as T`, except `as const`) and conversions of values that are read by a name (`String(row['name'])`,
 * `Number(row[name] ?? 0)`). A position in a list, as in `Number(match[1])`, is not a name.
 */
export function castsIn(tree: Tree): { file: string; line: number }[] {
  return [...tree].flatMap(([file, source]) => {
    if (!countedFolders.test(file) || !isCode(file) || isTest(file) || !mayHaveCast.test(source)) return []
    const starts: number[] = []
    new Visitor({
      TSAsExpression: ({ start, typeAnnotation: type }) => {
        if (source.slice(type.start, type.end) !== 'const') starts.push(start)
      },
      CallExpression: ({ start, callee, arguments: [value] }) => {
        const isConversion = callee.type === 'Identifier' && /^(?:String|Number)$/.test(callee.name)
        if (isConversion && value && isReadByName(value)) starts.push(start)
      },
    }).visit(parseSync(file, source).program)
    return starts.map((start) => ({ file, line: lineAt(source, start) }))
  })
}

function isReadByName(value: ESTree.Argument): boolean {
  switch (value.type) {
    case 'LogicalExpression':
      return isReadByName(value.left)
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return isReadByName(value.expression)
    case 'MemberExpression':
      return (
        value.computed && !(value.property.type === 'Literal' && typeof value.property.value === 'number')
      )
    default:
      return false
  }
}

export function checkCasts(tree: Tree): Finding[] {
  const casts = castsIn(tree)
  if (casts.length <= maxCasts) return []
  const sentence = `There are at most ${maxCasts} casts: declare the type, or check the value. (There are ${casts.length}.)`
  return [{ file: 'scripts/architecture/cast-rules.ts', sentence }]
}

if (import.meta.main) {
  const casts = castsIn(readTree(fileURLToPath(new URL('../..', import.meta.url))))
  for (const { file, line } of casts) console.log(`${file}:${line}`)
  const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/')
  const folders = Object.entries(Object.groupBy(casts, ({ file }) => folderOf(file)))
  for (const [folder, own = []] of folders) console.log(`${own.length}\t${folder}`)
  console.log(`${casts.length}\tall, at most ${maxCasts}`)
}
