import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf } from '../architecture/imports.ts'
import { readTree } from '../architecture/tree.ts'
import { root } from '../test/run-program.ts'
import { commandsOfRelease, filesOfRelease } from './contents.ts'

const tree = readTree(root)
const { dependencies }: Record<string, Record<string, string>> = JSON.parse(tree.get('package.json') ?? '')

it('has everything that its files import, and no development package', () => {
  const files = new Set(filesOfRelease(tree))
  const missing = [...files]
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      importsOf(file, tree.get(file) ?? '')
        .filter(({ isType }) => !isType)
        .filter(({ path, specifier }) => (path ? !files.has(path) : !isInstalled(specifier)))
        .map(({ specifier }) => `${file} imports ${specifier}`),
    )
  expect(missing).toEqual([])
  expect(files).toContain('server/main.ts')
  expect(files).toContain('scripts/backup/command.ts')
  expect([...files].filter((file) => /\.test\.|^(?:testing|web|e2e)\//.test(file))).toEqual([])
})

function isInstalled(specifier: string): boolean {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return specifier.startsWith('node:') || name in dependencies!
}

it('has the other scripts that a command imports', () => {
  const broken = new Map([...tree, ['scripts/backup/backup.ts', "import { x } from '../sample/words.ts'"]])
  expect(filesOfRelease(broken)).toContain('scripts/sample/words.ts')
})

it('has the commands for operators, and those alone', () => {
  expect(commandsOfRelease(tree)).toMatchObject({
    start: 'dist/server/main.js',
    backup: 'scripts/backup/backup.ts',
    restore: 'scripts/backup/restore.ts',
    drill: 'scripts/backup/drill.ts',
    ready: 'scripts/operate/ready.ts',
  })
  expect(Object.keys(commandsOfRelease(tree))).not.toContain('dev')
})

it('is started by a script that any shell runs', () => {
  const script = readFileSync(join(root, 'scripts/release/agridesk.sh'), 'utf8')
  expect(script).toMatch(/^#!\/bin\/sh\n/)
  const [, entry = ''] = /\$home\/(scripts\/\S+\.ts)"/.exec(script) ?? []
  expect(existsSync(join(root, entry))).toBe(true)
  expect(filesOfRelease(tree)).toContain(entry)
})
