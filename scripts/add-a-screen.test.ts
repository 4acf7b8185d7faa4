import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyForGuide, type GuideCopy } from '#testing/files/guide-copy.ts'

const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))

const words = '--noEmit --pretty false --incremental --tsBuildInfoFile types.info -p web.json --checkers 1'

/**
 * The errors in the sources of the web app; the second run checks only what changed. Each checker computes the common
 * types anew: one uses half the processor time of four, the default.
 */
const typeErrors = (folder: string): string =>
  spawnSync(compiler, words.split(' '), { cwd: folder, encoding: 'utf8' }).stdout

const derivedLists = (folder: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { guardedPages } = await import('./domain/screens/pages.ts')
         const { tiles, screens } = await import('./domain/screens/screens.ts')
         const { label, keywords } = screens.find(({ path }) => path === '/figures')
         console.log(JSON.stringify({
           isPage: guardedPages.includes('/figures'), label, keywords, lastTile: tiles.at(-1).path }))`,
      ],
      { cwd: folder, encoding: 'utf8' },
    ),
  )

let copy: GuideCopy
beforeAll(() => {
  copy = copyForGuide('agridesk-screen-')
  writeFileSync(
    join(copy.folder, 'web.json'),
    JSON.stringify({ extends: './tsconfig.json', include: ['web/app', 'web/*.d.ts'] }),
  )
}, 60_000)
afterAll(() => rmSync(copy.folder, { recursive: true, force: true }))

it(
  'a screen added by the guide compiles only with its page, and is in every list',
  { timeout: 180_000 },
  () => {
    const { folder, block, wholeBlock, edit } = copy
    const neighbour = "  '/trees/territory': {"
    edit('domain/screens/data-screens.ts', neighbour, `  ${block('ts new-screen')}\n${neighbour}`)
    expect(typeErrors(folder)).toMatch(/^web\/app\/office-pages\.ts.*\/figures/m)
    writeFileSync(join(folder, 'web/lists/figures-page.tsx'), wholeBlock('tsx page'))
    edit('web/app/office-pages.ts', "  '/get': async", `  ${block('ts import-screen')}\n  '/get': async`)
    expect(typeErrors(folder)).toBe('')
    expect(derivedLists(folder)).toEqual({
      isPage: true,
      label: 'Figures',
      keywords: 'numbers',
      lastTile: '/figures',
    })
    // A page without a declaration does not compile either.
    edit('domain/screens/data-screens.ts', "'/figures'", "'/numbers'")
    expect(typeErrors(folder)).toMatch(/^web\/app\/office-pages\.ts.*\/(?:figures|numbers)/m)
  },
)
