import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { copyForGuide, upgradeToCopy, type GuideCopy } from '#testing/files/guide-copy.ts'

const declaration = 'domain/catalogue/entities/organisation.ts'
const name = `Industry_Name: text('Industry Name')`
const wordsOf = (command: string): string[] => command.split('npm run db:diff -- ')[1]!.split(' ')

/** Follows "Add a field" of CONTRIBUTING.md in a copy of the sources. */
function addField({ block, edit, diff }: GuideCopy): void {
  edit(declaration, name, `${block('ts new-field')} ${name}`)
  expect(diff(...wordsOf(block('sh add')))).toContain('  add column industry.website\n')
}

/** Follows "Rename a field" in the same copy. */
function renameField({ block, edit, diff }: GuideCopy): void {
  edit(declaration, name, block('ts field'))
  edit('server/starter/sample/trade-terms.ts', 'Industry_Name', 'Industry_Title')
  const steps = 'server/store/schema/migrations/data-steps.ts'
  edit(steps, 'import ', `${block('ts import')}\nimport `)
  edit(steps, ': DataSteps = {', `: DataSteps = {\n  ${block('ts step')}`)
  expect(() => diff('rename-industry-title')).toThrow('Column industry.industry_name would be dropped')
  expect(() => diff('--check')).toThrow('Column industry.industry_name would be dropped')
  expect(diff(...wordsOf(block('sh rename')))).toContain(
    '  rename column industry.industry_name to industry_title\n  data step rename-industry-title-in-bin\n  data step rebuild-search-text\n',
  )
}

describe('the guides to add and to rename a field', () => {
  let copy: GuideCopy
  beforeAll(() => {
    copy = copyForGuide('agridesk-field-')
    addField(copy)
    renameField(copy)
    expect(copy.diff('--check')).toContain('nothing to write')
  }, 120_000)
  afterAll(() => rmSync(copy.folder, { recursive: true, force: true }))

  it.each(databaseNames)(
    'lead to a server that upgrades %s, keeps all values, and has the new field everywhere',
    (database) =>
      upgradeToCopy(
        database,
        copy.folder,
        async (old) => {
          await old('POST', '/api/v1/industries', { Industry_Code: 'DAI', Industry_Name: 'Ölmühle Dairy' })
          const oil = { Industry_Code: 'OIL', Industry_Name: 'Oil' }
          const deleted = await old('POST', '/api/v1/industries', oil)
          await old('DELETE', `/api/v1/industries/${String(deleted['id'])}`)
          return String(deleted['id'])
        },
        async (send, deletedId) => {
          // The renamed field: its values, its search text and filter, and the values of deleted records.
          const kept = { Industry_Code: 'DAI', Industry_Title: 'Ölmühle Dairy', Website: null }
          expect(await send('GET', '/api/v1/industries?q=dairy')).toMatchObject({ items: [kept] })
          const filter = encodeURIComponent('ölmühle')
          expect(await send('GET', `/api/v1/industries?Industry_Title.has=${filter}`)).toMatchObject({
            items: [kept],
          })
          expect(await send('POST', `/api/v1/industries/${deletedId}/restore`)).toMatchObject({
            Industry_Code: 'OIL',
            Industry_Title: 'Oil',
          })
          // The new field: stored, filtered by, checked and described.
          const seeds = { Industry_Code: 'SEE', Industry_Title: 'Seeds', Website: 'seeds.example' }
          expect(await send('POST', '/api/v1/industries', seeds)).toMatchObject(seeds)
          expect(await send('GET', '/api/v1/industries?Website.begins=seeds')).toMatchObject({
            items: [seeds],
          })
          const wrong = await send('POST', '/api/v1/industries', {
            ...seeds,
            Industry_Code: 'S2',
            Website: 7,
          })
          expect(wrong).toMatchObject({ errors: [{ field: 'Website', message: 'Website should be text' }] })
          expect(JSON.stringify(await send('GET', '/api/openapi.json'))).toContain('"Website"')
        },
      ),
    150_000,
  )
})
