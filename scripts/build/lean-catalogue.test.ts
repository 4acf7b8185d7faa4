import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { forTheServer } from './lean-catalogue.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))

it('takes out nothing that the web app uses', () => {
  const use = new RegExp(`\\.(?:${forTheServer.join('|')})\\b`)
  const users = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => use.test(readFileSync(join(web, file), 'utf8')))
  expect(users).toEqual([])
})
