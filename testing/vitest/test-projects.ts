import { globSync } from 'node:fs'
import { relative } from 'node:path'

/** The tests that may need PostgreSQL; those of `domain`, `web` and `drill` need no database. */
export const databaseTests = ['{server,scripts,testing,bench,trust}/**/*.test.ts']

/** Whether the filters match any test that needs a database; no filter matches all tests. */
export function needsDatabase(filters: readonly string[], root: string): boolean {
  const paths = filters.filter((filter) => !filter.startsWith('-')).map((filter) => inRoot(filter, root))
  return paths.length === 0 || globSync(databaseTests, { cwd: root }).some((file) => isNamed(file, paths))
}

const inRoot = (filter: string, root: string): string =>
  filter.startsWith('/') ? relative(root, filter) : filter.replace(/^\.\//, '')

const isNamed = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file.replaceAll('\\', '/').includes(path.replace(/:\d+$/, '')))
