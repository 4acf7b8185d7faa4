import { readLock } from './packages.ts'
import type { Finding, Tree } from '../architecture/tree.ts'

const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const

/** Every package is pinned to one version and to its content. */
export function checkLock(tree: Tree): Finding[] {
  const manifest: Partial<Record<(typeof groups)[number], Record<string, unknown>>> = JSON.parse(
    tree.get('package.json') ?? '{}',
  )
  const ranges = groups
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !exact.test(String(version)))
    .map(([name, version]) => ({
      file: 'package.json',
      sentence: `Every package has one exact version. (${name}: ${JSON.stringify(version)})`,
    }))
  const unlocked = Object.entries(readLock(tree).packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, { integrity, resolved, link }]) => [
      ...(integrity?.startsWith('sha512-')
        ? []
        : [`Every package in the lock file has the SHA-512 of its content. (${path})`]),
      ...(resolved === undefined && !link
        ? []
        : [`Every package in the lock file comes from the registry, which it does not name. (${path})`]),
    ])
  return [...ranges, ...unlocked.map((sentence) => ({ file: 'package-lock.json', sentence }))]
}
