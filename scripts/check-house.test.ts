import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { checkHouse, describeFinding } from './check-house.ts'
import { readTree } from './house/tree.ts'

const packageFile = JSON.stringify({ scripts: { start: 'x', 'db:diff': 'x' } })

function sentencesFor(files: Record<string, string>): string[] {
  return checkHouse(new Map(Object.entries({ 'package.json': packageFile, ...files }))).map(describeFinding)
}

const store = { 'server/store/record-store.ts': 'export const records = 1\n' }
const service = { 'server/resources/resource-service.ts': 'export const create = 1\n' }
const lines = (count: number): string => 'let a = 1\n'.repeat(count)
// Written in pieces: the rules read this file too.
const home = ['', 'home', 'someone', 'agridesk'].join('/')
const registry = ['https://registry', 'npmjs', 'org/react'].join('.')

type Case = [what: string, files: Record<string, string>, expected: string]

const broken: Case[] = [
  [
    'domain imports node',
    { 'domain/dates.ts': "import fs from 'node:fs'" },
    'domain/dates.ts:1  domain imports nothing outside',
  ],
  [
    'domain imports a package',
    { 'domain/a.ts': "import type { z } from 'zod'" },
    'domain imports nothing outside',
  ],
  [
    'domain imports the server',
    { ...store, 'domain/a.ts': "import { records } from '#server/store/record-store.ts'" },
    'domain imports nothing outside',
  ],
  [
    'http imports the store',
    { ...store, 'server/http/a.ts': "\nimport { records } from '../store/record-store.ts'" },
    'server/http/a.ts:2  server/http imports services, never server/store',
  ],
  [
    'the store imports a feature',
    { ...service, 'server/store/a.ts': "import { create } from '#server/resources/resource-service.ts'" },
    'server/store imports domain and itself',
  ],
  [
    'a feature imports another',
    {
      ...service,
      'server/accounts/a.ts': "import {\n  create,\n} from '#server/resources/resource-service.ts'",
    },
    'A feature of the server imports',
  ],
  [
    'web imports the server',
    { ...store, 'web/app/a.tsx': "export { records } from '#server/store/record-store.ts'" },
    'nothing of the server',
  ],
  [
    'ui loads a feature lazily',
    { 'web/visits/a.tsx': '', 'web/ui/b.tsx': "const a = () => import('../visits/a.tsx')" },
    'web/ui imports domain and itself',
  ],
  [
    'code imports testing',
    { 'testing/a.ts': '', 'server/http/b.ts': "import '#testing/a.ts'" },
    'server/http imports services',
  ],
  ['a folder without a row', { 'server/extras/a.ts': '' }, 'has a row in the import table'],
  [
    'an import of nothing',
    { 'domain/a.ts': "import { b } from './b.ts'" },
    'An import names a file that exists',
  ],
  [
    'a ring',
    { 'domain/a.ts': "import { b } from './b.ts'", 'domain/b.ts': "import { a } from '#domain/a.ts'" },
    '(domain/a.ts → domain/b.ts → domain/a.ts)',
  ],
  ['a barrel', { 'domain/access/index.ts': '' }, 'There are no barrels'],
  ['a default export', { 'domain/a.ts': 'export default 1' }, 'There are no default exports'],
  [
    'a renamed default export',
    { 'domain/a.ts': 'const a = 1\nexport { a as default }' },
    'domain/a.ts:2  There are no default exports',
  ],
  ['a camelCase name', { 'web/ui/textField.tsx': '' }, 'kebab-case names'],
  ['a folder with a capital', { 'web/ui/Fields/text.tsx': '' }, 'kebab-case names'],
  ['a long file', { 'domain/a.ts': lines(401) }, '(It has 401.)'],
  ['any', { 'domain/a.ts': 'export const a = (b: any) => b' }, 'No type is any'],
  ['any as an argument', { 'domain/a.ts': 'export type A = Record<string, any>' }, 'No type is any'],
  ['as any', { 'domain/a.ts': 'export const a = (1 as any).b' }, 'No type is any'],
  [
    'the checker switched off',
    { 'domain/a.ts': '// @ts-ignore\nexport const a = 1' },
    'The type checker is not switched off',
  ],
  [
    'a test singled out',
    { 'domain/a.test.ts': "it.only('a', () => {})" },
    'No test is skipped or singled out',
  ],
  [
    'a skipped table',
    { 'e2e/a.spec.ts': "test.describe.skip('a', () => {})" },
    'No test is skipped or singled out',
  ],
  [
    'an array of started promises',
    { 'server/a.ts': 'export const a = () => Promise.all([\n  one(),\n  two(),\n])' },
    'server/a.ts:1  The server starts different tasks with inParallel',
  ],
  ['work left over', { 'domain/a.ts': '/* FIXME later */' }, 'Nothing is left to be done'],
  [
    'a command that is not there',
    { 'README.md': 'Run `npm run deploy`.' },
    'README.md:1  Every command that a document names exists. (npm run deploy)',
  ],
  ['a short command that is not there', { 'docs/operations.md': '```sh\nnpm test\n```' }, '(npm test)'],
  [
    'a path that is not there',
    { 'CONTRIBUTING.md': 'See\n`domain/gone.ts`.' },
    'CONTRIBUTING.md:2  Every path that a document names exists.',
  ],
  ['a file that is not there', { 'README.md': 'See `gone.ts`.' }, '(gone.ts)'],
  [
    'a link to nowhere',
    { 'docs/a.md': 'See [b](b.md#c).' },
    'Every link of a document leads somewhere. (b.md)',
  ],
  ['a path of one machine', { 'docs/a.md': `cd ${home}/web` }, 'no path of one machine'],
  ['a registry', { 'package-lock.json': `{ "resolved": "${registry}" }` }, 'no package registry'],
]

const fine: [what: string, files: Record<string, string>][] = [
  [
    'the chain of the server',
    {
      ...store,
      ...service,
      'server/gate.ts': "import { records } from './store/record-store.ts'",
      'server/http/a.ts': "import { create } from '#server/resources/resource-service.ts'",
    },
  ],
  [
    'the named exception',
    { ...service, 'server/visits/a.ts': "import { create } from '#server/resources/resource-service.ts'" },
  ],
  [
    'tests import anything',
    {
      ...store,
      'server/http/a.test.ts': "import { records } from '../store/record-store.ts'",
      'domain/a.test.ts': "import { it } from 'vitest'",
    },
  ],
  [
    'types in a ring',
    { 'domain/a.ts': "import type { B } from './b.ts'", 'domain/b.ts': "import { a } from './a.ts'" },
  ],
  [
    'imports in text',
    { 'domain/a.ts': "// import fs from 'node:fs'\nexport const a = `import fs from 'node:fs'`" },
  ],
  ['a config', { 'vite.config.ts': 'export default {}' }],
  ['comments are not code', { 'domain/a.ts': '/* long\n */\n\n'.repeat(500) + lines(400) }],
  [
    'the word in text',
    { 'web/ui/a.tsx': "export const a = <p>If there is any: say 'any' or ask</p> // any" },
  ],
  [
    'documents',
    {
      'domain/a.ts': '',
      'docs/b.md':
        '`npm start`, `npm run db:diff`, `npm ci`, `domain/a.ts`, `a.ts`, `domain/<kind>.ts`, [x](../domain/a.ts)',
    },
  ],
  ['a replaced decision', { 'docs/decisions/001-a.md': 'Status: superseded by 002\n\n`domain/gone.ts`' }],
]

describe('the rules of the house', () => {
  it.each(broken)('%s', (_what, files, expected) => {
    expect(sentencesFor(files).join('\n')).toContain(expected)
  })

  it.each(broken)('%s breaks one rule only', (_what, files) => {
    expect(new Set(sentencesFor(files).map((line) => line.split('  ')[1])).size).toBe(1)
  })

  it.each(fine)('allows: %s', (_what, files) => {
    expect(sentencesFor(files)).toEqual([])
  })

  it('leaves out what does not belong to the repository', () => {
    const paths = [...readTree(fileURLToPath(new URL('..', import.meta.url))).keys()]
    expect(paths).toContain('scripts/check-house.ts')
    expect(paths.filter((path) => /^(?:node_modules|\.git|dist|data)\//.test(path))).toEqual([])
  })
})
