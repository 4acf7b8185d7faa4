import { importsOf } from '../architecture/imports.ts'
import { builtServer } from '../build/build-server.ts'
import type { Tree } from '../architecture/tree.ts'

const isWhole = /^(?:domain|server|translations|deploy)\/|^docs\/[^/]+\.md$|^(?:LICENSE|CHANGELOG\.md)$/
const isTest = /\.test\.tsx?$/
const entry = 'scripts/release/agridesk.ts'

/** The commands of a release with their files: those in the folders for operators. `npm start` also builds, a release does not. */
export function commandsOfRelease(tree: Tree): Record<string, string> {
  const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(tree.get('package.json') ?? '{}')
  const commands = Object.entries(scripts).flatMap(([name, line]) => {
    const [, file] = /^node scripts\/run\.mjs (scripts\/(?:audit|backup|operate)\/\S+)$/.exec(line) ?? []
    return file === undefined ? [] : [[name, file] as const]
  })
  return { start: builtServer, ...Object.fromEntries(commands) }
}

/** The files of the repository that are in a release: server, domain and what the commands import; no tests. */
export function filesOfRelease(tree: Tree): string[] {
  const files = new Set([...tree.keys()].filter((file) => isWhole.test(file) && !isTest.test(file)))
  const commands = Object.values(commandsOfRelease(tree)).filter((file) => file !== builtServer)
  const waiting = [entry, ...commands].filter((file) => !files.has(file))
  for (const file of waiting) {
    if (files.has(file)) continue
    files.add(file)
    for (const { path } of importsOf(file, tree.get(file) ?? ''))
      if (path?.startsWith('scripts/')) waiting.push(path)
  }
  return [...files].toSorted()
}
