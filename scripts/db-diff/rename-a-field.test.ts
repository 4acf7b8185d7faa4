import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { copyForGuide, upgradeToCopy } from '#testing/guide-copy.ts'

/** Follows "Rename a field" of CONTRIBUTING.md in a copy of the sources. */
function followTheGuide(): string {
  const { folder, block, edit, diff } = copyForGuide('agridesk-rename-')
  const declaration = 'domain/catalogue/entities/organisation.ts'
  edit(declaration, `Industry_Name: text('Industry Name')`, block('ts field'))
  edit('server/starter/sample/trade-terms.ts', 'Industry_Name', 'Industry_Title')
  const steps = 'server/store/schema/migrations/data-steps.ts'
  edit(steps, 'import ', `${block('ts import')}\nimport `)
  edit(steps, ': DataSteps = {', `: DataSteps = {\n  ${block('ts step')}`)
  expect(() => diff('rename-industry-title')).toThrow('Column industry.industry_name would be dropped')
  expect(() => diff('--check')).toThrow('Column industry.industry_name would be dropped')
  const [, words] = block('sh rename').split('npm run db:diff -- ')
  expect(diff(...words!.split(' '))).toContain(
    '  rename column industry.industry_name to industry_title\n  data step rename-industry-title-in-bin\n  data step rebuild-search-text\n',
  )
  expect(diff('--check')).toContain('nothing to write')
  return folder
}

describe('a field renamed by the guide', () => {
  let copy: string
  beforeAll(() => {
    copy = followTheGuide()
  }, 60_000)
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it.each(databaseNames)(
    'keeps its values on %s, also those of deleted records',
    (name) =>
      upgradeToCopy(
        name,
        copy,
        async (send) => {
          await send('POST', '/api/v1/industries', { Industry_Code: 'DAI', Industry_Name: 'Ölmühle Dairy' })
          const deleted = await send('POST', '/api/v1/industries', {
            Industry_Code: 'OIL',
            Industry_Name: 'Oil',
          })
          await send('DELETE', `/api/v1/industries/${String(deleted['id'])}`)
          return String(deleted['id'])
        },
        async (send, id) => {
          const found = { items: [{ Industry_Code: 'DAI', Industry_Title: 'Ölmühle Dairy' }] }
          expect(await send('GET', '/api/v1/industries?q=dairy')).toMatchObject(found)
          const filter = encodeURIComponent('ölmühle')
          expect(await send('GET', `/api/v1/industries?Industry_Title.has=${filter}`)).toMatchObject(found)
          expect(await send('POST', `/api/v1/industries/${id}/restore`)).toMatchObject({
            Industry_Code: 'OIL',
            Industry_Title: 'Oil',
          })
        },
      ),
    150_000,
  )
})
