import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transformWithOxc } from 'vite'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { project } from './project.ts'
import { withSourceLines } from './source-lines.ts'

const source = 'server/project/source-lines.ts'
const folder = join(tempFolder('agridesk-lines-'), 'dist/server')
const file = pathToFileURL(join(folder, 'main.js')).href
let built: string[]
let byNode: SourceMap

beforeAll(async () => {
  const { code, map } = await transformWithOxc(readFileSync(new URL(source, project), 'utf8'), source)
  built = code.split('\n')
  mkdirSync(folder, { recursive: true })
  const written = JSON.stringify({ ...map, sources: [`../../${source}`] })
  writeFileSync(join(folder, 'main.js.map'), written)
  byNode = new SourceMap(JSON.parse(written))
})
afterAll(() => rmSync(join(folder, '../..'), { recursive: true }))

it('names the lines of the sources, as Node finds them', () => {
  const named = built.flatMap((text, at) => {
    const column = text.search(/\w/) + 1
    if (column === 0 || /^\s*[/*]/.test(text)) return [] // An error is never in a comment.
    const origin = byNode.findEntry(at, column - 1)
    if (!('originalLine' in origin)) return []
    const expected = `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
    return [
      { found: withSourceLines(`at it (${file}:${at + 1}:${column})`), expected: `at it (${expected})` },
    ]
  })
  expect(named.length).toBeGreaterThan(40)
  expect(named.map(({ found }) => found)).toEqual(named.map(({ expected }) => expected))
})

it('leaves what it cannot find as it is', () => {
  for (const line of [
    `at it (${file}:99999:1)`,
    `at it (${file.replace('main', 'other')}:1:1)`,
    'at main (file:///opt/agridesk/server/main.ts:10:1)',
    'Error: nothing',
  ])
    expect(withSourceLines(line)).toBe(line)
})
