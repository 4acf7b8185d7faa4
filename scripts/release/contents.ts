import { importsOf } from '../architecture/imports.ts'
import type { Tree } from '../architecture/tree.ts'
import { commands } from './commands.ts'

const isWhole = /^(?:domain|server|translations|deploy)\/|^docs\/[^/]+\.md$|^(?:LICENSE|CHANGELOG\.md)$/
const isTest = /\.test\.tsx?$/

/** The files of the repository that are in a release: server, domain and what the commands import; no tests. */
export function filesOfRelease(tree: Tree): string[] {
  const files = new Set([...tree.keys()].filter((file) => isWhole.test(file) && !isTest.test(file)))
  const entries = Object.values(commands).map(({ file }) => file)
  const waiting = ['scripts/release/agridesk.ts', ...entries].filter((file) => file.startsWith('scripts/'))
  for (const file of waiting) {
    if (files.has(file)) continue
    files.add(file)
    for (const { path } of importsOf(file, tree.get(file) ?? ''))
      if (path?.startsWith('scripts/')) waiting.push(path)
  }
  return [...files].toSorted()
}
