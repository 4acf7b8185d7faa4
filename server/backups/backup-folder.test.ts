import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { tempFolder } from '#testing/files/temp-folder.ts'

it('writes a file from two threads at the same time', async () => {
  const folder = tempFolder('agridesk-folder-')
  const source = JSON.stringify(new URL('backup-folder.ts', import.meta.url).href)
  const path = JSON.stringify(join(folder, 'file.json'))
  const code = `import(${source}).then(({ writeJson }) => { for (let at = 0; at < 200; at++) writeJson(${path}, { at }) })`
  const options = { eval: true, execArgv: ['--disable-warning=ExperimentalWarning'] }
  const threads = [new Worker(code, options), new Worker(code, options)]
  expect(await Promise.all(threads.map((thread) => once(thread, 'exit')))).toEqual([[0], [0]])
  expect(readdirSync(folder)).toEqual(['file.json'])
  rmSync(folder, { recursive: true })
})
