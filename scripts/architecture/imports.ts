import { posix } from 'node:path'

import { lineAt, type Tree } from './tree.ts'
import { viewsOf } from './source-views.ts'

export type Import = {
  /** As written. */
  specifier: string
  /** The file or folder in the repository, or undefined for a package. */
  path: string | undefined
  line: number
  /** Erased when the file is compiled. */
  isType: boolean
}

const statement =
  /\b(?:import|export)\s+(type\s)?(?:[\w$*\s{},]*?\sfrom\s*|[{*][\w$*\s{},]*from\s*)?(['"])([^'"\n]+)\2/g
const dynamic = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g

export function importsOf(path: string, source: string): Import[] {
  const { code, withStrings } = viewsOf(source)
  const found: Import[] = []
  const add = (index: number, specifier: string, isType: boolean): void => {
    // Skips text inside a string or template that looks like an import.
    if (code[index] === ' ') return
    found.push({ specifier, path: resolveImport(path, specifier), line: lineAt(source, index), isType })
  }
  for (const match of withStrings.matchAll(statement))
    add(match.index, match[3] ?? '', match[1] !== undefined)
  for (const match of withStrings.matchAll(dynamic)) add(match.index, match[2] ?? '', false)
  return found
}

export function resolveImport(from: string, specifier: string): string | undefined {
  const inside = specifier.replace(/\?.*$/, '')
  if (inside.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), inside))
  const alias = /^#(domain|server|web|testing)\/(.+)$/.exec(inside)
  return alias ? `${alias[1]}/${alias[2]}` : undefined
}

/** The cycles of files that import each other, including type and lazy imports. */
export function cyclesOf(tree: Tree, files: string[]): string[][] {
  const edges = new Map<string, string[]>()
  for (const file of files) {
    const imported = importsOf(file, tree.get(file) ?? '').filter((one) => one.path && tree.has(one.path))
    edges.set(
      file,
      imported.map((one) => one.path ?? ''),
    )
  }
  const cycles: string[][] = []
  const done = new Set<string>()
  const walk = (file: string, trail: string[]): void => {
    const seen = trail.indexOf(file)
    if (seen >= 0) cycles.push([...trail.slice(seen), file])
    if (seen >= 0 || done.has(file)) return
    for (const next of edges.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  return cycles
}
