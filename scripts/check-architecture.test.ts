import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { checkArchitecture, describeFinding } from './check-architecture.ts'
import { maxCasts } from './architecture/cast-rules.ts'
import { keptTokens, replacedWords } from './architecture/replaced-words.ts'
import { readTree } from './architecture/tree.ts'

const packageFile = JSON.stringify({ scripts: { start: 'x', 'db:diff': 'x' } })

function sentencesFor(files: Record<string, string>): string[] {
  return checkArchitecture(new Map(Object.entries({ 'package.json': packageFile, ...files }))).map(
    describeFinding,
  )
}

const store = { 'server/store/record-store.ts': 'export const records = 1\n' }
const service = { 'server/records/record-service.ts': 'export const create = 1\n' }
const lines = (count: number): string => 'let a = 1\n'.repeat(count)
// Joined from pieces, because the rules read this file too.
const home = ['', 'home', 'someone', 'agridesk'].join('/')
const registry = ['https://registry', 'npmjs', 'org/react'].join('.')

const sheets = {
  'web/styles/main.css': "@layer base, features;\n@import './base.css';\n",
  'web/styles/base.css': '@layer base {\n  a {\n    color: red;\n  }\n}\n',
  'web/styles/breakpoints.css': `
    @custom-media --phone (width < 30rem);
    @custom-media --narrow (width < 44rem);
    @custom-media --wide (width >= 64rem);
    @custom-media --desk (width >= 68.75rem);
  `,
}
// From the list, because the rules read this file too.
const wordFor = (use: string): string => replacedWords.find((each) => each.use === use)?.words[0] ?? ''

type Case = [what: string, files: Record<string, string>, expected: string]

const broken: Case[] = [
  [
    'domain imports node',
    { 'domain/dates.ts': "import fs from 'node:fs'" },
    'domain/dates.ts:1  domain imports nothing outside',
  ],
  [
    'a folder has too many sources',
    Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`web/visits/a-${at}.ts`, ''])),
    'web/visits  No folder has more than 15 sources. (It has 16.)',
  ],
  [
    'a file lists screens again',
    {
      'domain/screens/a-screens.ts':
        "export const screens = {\n  '/one': {},\n  '/two': {},\n  '/three': {},\n  '/four': {},\n}\n",
      'web/search/a.ts':
        "const list = [\n  { to: '/one' },\n  ['/two', 'two'],\n  '/three',\n  '/four',\n]\n",
    },
    'web/search/a.ts:5  A list of screens derives from domain/screens',
  ],
  [
    'the web app imports the server part of a kind through another file',
    {
      'domain/catalogue/stored/kinds.ts': 'export const toKey = 1\n',
      'domain/keys.ts': "import { toKey } from './catalogue/stored/kinds.ts'\n",
      'web/api/a.ts': "import { keys } from '#domain/keys.ts'\n",
    },
    'domain/keys.ts:1  The web app loads nothing of domain/catalogue/stored/',
  ],
  [
    'domain imports a package',
    { 'domain/a.ts': "import type { z } from 'zod'" },
    'domain imports nothing outside',
  ],
  [
    'web imports a schema',
    { 'domain/api/a.ts': '', 'web/api/a.ts': "import { listSeries } from '#domain/api/a.ts'" },
    'web imports its types only',
  ],
  [
    'domain imports a schema',
    { 'domain/api/a.ts': '', 'domain/a.ts': "import type { A } from './api/a.ts'" },
    'domain/api is imported by server',
  ],
  [
    'domain imports the server',
    { ...store, 'domain/a.ts': "import { records } from '#server/store/record-store.ts'" },
    'domain imports nothing outside',
  ],
  [
    'http imports the store',
    { ...store, 'server/http/a.ts': "\nimport { records } from '../store/record-store.ts'" },
    'server/http/a.ts:2  A route and server/http call services',
  ],
  [
    'a route imports the store',
    { ...store, 'server/visits/visit-routes.ts': "import { records } from '../store/record-store.ts'" },
    'A route and server/http call services',
  ],
  [
    'the store imports a feature',
    { ...service, 'server/store/a.ts': "import { create } from '#server/records/record-service.ts'" },
    'server/store imports domain, itself and the folders before it',
  ],
  [
    'a feature imports a later one',
    {
      ...service,
      'server/access/a.ts': "import {\n  create,\n} from '#server/records/record-service.ts'",
    },
    'server/access imports domain, itself and the folders before it',
  ],
  [
    'web imports the server',
    { ...store, 'web/app/a.tsx': "export { records } from '#server/store/record-store.ts'" },
    'web/app imports domain, itself and the folders before it',
  ],
  [
    'ui loads a feature lazily',
    { 'web/visits/a.tsx': '', 'web/ui/b.tsx': "const a = () => import('../visits/a.tsx')" },
    'web/ui imports domain, itself and the folders before it',
  ],
  [
    'code imports testing',
    { 'testing/a.ts': '', 'server/http/b.ts': "import '#testing/a.ts'" },
    'server/http imports domain, itself and the folders before it',
  ],
  [
    'a folder missing from the module order',
    { 'server/extras/a.ts': '' },
    'has a row in scripts/architecture/modules.ts',
  ],
  [
    'an import of a missing file',
    { 'domain/a.ts': "import { b } from './b.ts'" },
    'An import names a file that exists',
  ],
  [
    'a cycle',
    { 'domain/a.ts': "import { b } from './b.ts'", 'domain/b.ts': "import { a } from '#domain/a.ts'" },
    '(domain/a.ts → domain/b.ts → domain/a.ts)',
  ],
  [
    'a cycle through a type and a lazy import',
    {
      'web/ui/a.tsx': "import type { B } from './b.tsx'",
      'web/ui/b.tsx': "const a = () => import('./a.tsx')",
    },
    '(web/ui/a.tsx → web/ui/b.tsx → web/ui/a.tsx)',
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
    'the type checker is switched off',
    { 'domain/a.ts': '// @ts-ignore\nexport const a = 1' },
    'The type checker is not switched off',
  ],
  ['a focused test', { 'domain/a.test.ts': "it.only('a', () => {})" }, 'No test is skipped or singled out'],
  [
    'a skipped table',
    { 'e2e/a.spec.ts': "test.describe.skip('a', () => {})" },
    'No test is skipped or singled out',
  ],
  [
    'one cast too many',
    { 'domain/a.ts': 'export const a = b as string\n'.repeat(maxCasts + 1) },
    `There are at most ${maxCasts} casts`,
  ],
  [
    'Promise.all of an array literal',
    { 'server/a.ts': 'export const a = () => Promise.all([\n  one(),\n  two(),\n])' },
    'server/a.ts:1  The server starts different tasks with inParallel',
  ],
  [
    'a busy flag without useBusy',
    { 'web/lists/a.ts': 'const [isBusy, setBusy] = useState(false)' },
    'web/lists/a.ts:1  The web app sends with useSubmit',
  ],
  [
    'an AbortController outside useQuery',
    { 'web/lists/a.ts': 'const leaving = new AbortController()' },
    'web/lists/a.ts:1  The web app reads with useQuery',
  ],
  [
    'a table beside the one of the design system',
    { 'web/visits/a.tsx': 'export const a = (\n  <table className="b" />\n)' },
    'web/visits/a.tsx:2  Tables are shown with DataTable',
  ],
  [
    'a dialog beside the one of the design system',
    { 'web/visits/a.tsx': 'export const a = <dialog open />' },
    'web/visits/a.tsx:1  Dialogs are shown with Dialog',
  ],
  [
    'a rule outside a layer',
    { ...sheets, 'web/visits/a.css': '@layer features {\n}\n\n/* b */\n.b {\n  top: 0;\n}\n' },
    'web/visits/a.css:5  Every rule of a style sheet is in a layer',
  ],
  [
    'a media query outside a layer',
    { ...sheets, 'web/visits/a.css': '@media print {\n  @layer features {\n  }\n}\n' },
    'web/visits/a.css:1  Every rule of a style sheet is in a layer',
  ],
  [
    'a layer without a place in the order',
    { ...sheets, 'web/visits/a.css': '@layer visits {\n}\n' },
    'web/visits/a.css:1  Every rule of a style sheet is in a layer',
  ],
  [
    'a second order of the layers',
    { ...sheets, 'web/visits/a.css': '@layer features, base;\n' },
    'web/visits/a.css:1  Every rule of a style sheet is in a layer',
  ],
  [
    'a label in a style sheet',
    { ...sheets, 'web/visits/a.css': "@layer features {\n  td[data-label='When'] {\n    top: 0;\n  }\n}\n" },
    'web/visits/a.css:2  A style sheet selects a column by its id',
  ],
  [
    'a width in a media query',
    { ...sheets, 'web/visits/a.css': '@layer features {\n  @media (width < 44rem) {\n  }\n}\n' },
    'web/visits/a.css:2  A media query for a width is one of the four',
  ],
  [
    'a width in the old syntax',
    { ...sheets, 'web/visits/a.css': '@layer features {\n  @media print, (max-width: 600px) {\n  }\n}\n' },
    'web/visits/a.css:2  A media query for a width is one of the four',
  ],
  [
    'a width of its own in a script',
    { ...sheets, 'web/visits/a.ts': "\nexport const a = matchMedia('(width >= 48rem)')" },
    'web/visits/a.ts:2  A media query for a width is one of the four',
  ],
  [
    'a fifth breakpoint',
    {
      ...sheets,
      'web/styles/breakpoints.css': `${sheets['web/styles/breakpoints.css']}@custom-media --tiny (width < 20rem);`,
    },
    'web/styles/breakpoints.css  The breakpoints are phone, narrow, wide, desk.',
  ],
  [
    'a text size of its own',
    {
      ...sheets,
      'web/visits/a.css':
        '@layer features {\n  a {\n    font-size: var(--small);\n    font: inherit;\n    font-size: 0.8rem;\n  }\n}\n',
    },
    'web/visits/a.css:5  The size of text is one of web/styles/tokens.css: tiny, small, text, big, h2, h1, title, display.',
  ],
  ['a FIXME comment', { 'domain/a.ts': '/* FIXME later */' }, 'No comment is a TODO'],
  [
    'a missing command',
    { 'README.md': 'Run `npm run deploy`.' },
    'README.md:1  Every command named in a document exists. (npm run deploy)',
  ],
  ['a missing npm command without "run"', { 'docs/operations.md': '```sh\nnpm test\n```' }, '(npm test)'],
  [
    'a missing path',
    { 'CONTRIBUTING.md': 'See\n`domain/gone.ts`.' },
    'CONTRIBUTING.md:2  Every path named in a document exists.',
  ],
  ['a missing file', { 'README.md': 'See `gone.ts`.' }, '(gone.ts)'],
  ['a broken link', { 'docs/a.md': 'See [b](b.md#c).' }, 'Every link in a document has a target. (b.md)'],
  ['a path of one machine', { 'docs/a.md': `cd ${home}/web` }, 'no path of one machine'],
  [
    'a replaced word in a comment',
    { 'domain/a.ts': `\n// ${wordFor('fix')} it` },
    'domain/a.ts:2  Replaced words are not used: write “fix”, see docs/glossary.md.',
  ],
  [
    'a replaced phrase over two lines',
    { 'docs/a.md': `They ${wordFor('undo').replace(' ', '\n')} it.` },
    'docs/a.md:1  Replaced words are not used: write “undo”',
  ],
  ['a replaced word in a style', { 'web/a.css': `.${wordFor('dashboard')} {}` }, 'write “dashboard”'],
  ['a replaced word as a file name', { [`e2e/${wordFor('browser test')}.ts`]: '' }, 'write “browser test”'],
  [
    'a replaced word in a name',
    { 'domain/a.ts': `const ${wordFor('timeout')}Of = 1` },
    'domain/a.ts:1  Replaced words are not used: write “timeout”',
  ],
  ['a registry', { 'package-lock.json': `{ "resolved": "${registry}" }` }, 'no package registry'],
]

const fine: [what: string, files: Record<string, string>][] = [
  [
    'links to screens, lists of other paths, and records typed by the registry',
    {
      'domain/screens/a-screens.ts':
        "export const a = {\n  '/one': {},\n  '/two': {},\n  '/three': {},\n  '/four': {},\n}\n",
      'web/search/a.ts': "const list = ['/one', '/two', '/five', '/six']\nopen('/three')\n",
      'web/search/b.ts':
        "type Pages = Record<PublicPath, number>\nconst all: Pages = { '/one': 1, '/two': 2, '/three': 3, '/four': 4 }\n",
      'web/search/c.ts': "import type { Kind } from '#domain/catalogue/stored/kinds.ts'\n",
      'domain/catalogue/stored/kinds.ts': 'export type Kind = 1\n',
    },
  ],
  [
    'the table, the dialog and the grids',
    {
      'web/ui/data-table.tsx': 'export const a = <table />',
      'web/ui/dialog.tsx': 'export const b = <dialog /> // a <table>',
      'web/calendar/grid/calendar-week.tsx': 'export const c = <table />',
      'web/imports/rows/fix-grid.tsx': 'export const d = <table role="grid" />',
    },
  ],
  [
    'the chain of the server',
    {
      ...store,
      ...service,
      'server/core/gate.ts': "import { records } from '../store/record-store.ts'",
      'server/http/a.ts': "import { create } from '#server/records/record-service.ts'",
    },
  ],
  [
    'a feature imports an earlier one',
    { ...service, 'server/visits/a.ts': "import { create } from '#server/records/record-service.ts'" },
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
    'imports in text',
    { 'domain/a.ts': "// import fs from 'node:fs'\nexport const a = new Error(`import fs from 'node:fs'`)" },
  ],
  ['a config', { 'vite.config.ts': 'export default {}' }],
  ['comments are not code', { 'domain/a.ts': '/* long\n */\n\n'.repeat(500) + lines(400) }],
  [
    'the word "any" in text',
    { 'web/ui/a.tsx': "export const a = () => <p>{t('If there is any: say any or ask')}</p> // any" },
  ],
  [
    'documents',
    {
      'domain/a.ts': '',
      'docs/b.md':
        '`npm start`, `npm run db:diff`, `npm ci`, `domain/a.ts`, `a.ts`, `domain/<kind>.ts`, [x](../domain/a.ts)',
    },
  ],
  [
    'layers and breakpoints',
    {
      ...sheets,
      'web/visits/a.css': `@import '../styles/breakpoints.css';
        @layer features { @media (--narrow), (pointer: coarse) { .a { max-width: 2rem; } } }
        @layer base { .b::before { content: ''; } }`,
      'web/visits/b.ts': "export const a = matchMedia('(width < 44rem)')",
    },
  ],
  [
    'replaced words in history and in the specification',
    Object.fromEntries(['CHANGELOG.md', 'docs/specification.md'].map((file) => [file, wordFor('dashboard')])),
  ],
  ['replaced words that are stored or sent', { 'domain/a.ts': `/* ${keptTokens.join(' ')} */` }],
  ['a replaced word inside another word', { 'domain/a.ts': `// recom${wordFor('fix')}ed` }],
  ['a replaced decision', { 'docs/decisions/001-a.md': 'Status: superseded by 002\n\n`domain/gone.ts`' }],
]

describe('the architecture rules', () => {
  it.each(broken)('%s', (_what, files, expected) => {
    expect(sentencesFor(files).join('\n')).toContain(expected)
  })

  it.each(broken)('%s breaks one rule only', (_what, files) => {
    expect(new Set(sentencesFor(files).map((line) => line.split('  ')[1])).size).toBe(1)
  })

  it.each(fine)('allows: %s', (_what, files) => {
    expect(sentencesFor(files)).toEqual([])
  })

  it('ignores folders that are not part of the repository', () => {
    const paths = [...readTree(fileURLToPath(new URL('..', import.meta.url))).keys()]
    expect(paths).toContain('scripts/check-architecture.ts')
    expect(paths.filter((path) => /^(?:node_modules|\.git|dist|data)\//.test(path))).toEqual([])
  })

  it.each(replacedWords.flatMap(({ words, use, in: where }) => words.map((word) => ({ word, use, where }))))(
    'refuses "$word"',
    ({ word, use, where }) => {
      const text = where === 'names' ? `const ${word} = 1` : `// ${word}`
      expect(sentencesFor({ 'domain/a.ts': text }).join('\n')).toContain(`write “${use}”`)
    },
  )

  it('lists every replaced word in the glossary', () => {
    const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')
    const rows = replacedWords.map(({ words, use }) => `| ${words.join(', ')} | ${use} |`)
    expect(
      glossary
        .split('\n## Replaced words\n')[1]
        ?.split('\n')
        .filter((line) => line.startsWith('| '))
        .slice(2),
    ).toEqual(rows)
  })
})
