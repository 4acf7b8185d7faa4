import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { copyForGuide, upgradeToCopy } from '#testing/guide-copy.ts'

/** Follows "Add a field" of CONTRIBUTING.md in a copy of the sources. */
function followTheGuide(): string {
  const { folder, block, edit, diff } = copyForGuide('agridesk-add-')
  const before = `Industry_Name: text('Industry Name')`
  edit('domain/catalogue/entities/organisation.ts', before, `${block('ts new-field')} ${before}`)
  const [, name] = block('sh add').split('npm run db:diff -- ')
  expect(diff(name!)).toContain('  add column industry.website\n')
  expect(diff('--check')).toContain('nothing to write')
  return folder
}

describe('a field added by the guide', () => {
  let copy: string
  beforeAll(() => {
    copy = followTheGuide()
  }, 60_000)
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it.each(databaseNames)(
    'is stored, checked, filtered by and described on %s, beside records of before',
    (name) =>
      upgradeToCopy(
        name,
        copy,
        (send) => send('POST', '/api/v1/industries', { Industry_Code: 'OIL', Industry_Name: 'Oil' }),
        async (send) => {
          const oil = { Industry_Name: 'Oil', Website: null }
          expect(await send('GET', '/api/v1/industries/OIL')).toMatchObject(oil)
          const dairy = { Industry_Code: 'DAI', Industry_Name: 'Dairy', Website: 'dairy.example' }
          expect(await send('POST', '/api/v1/industries', dairy)).toMatchObject(dairy)
          const found = await send('GET', '/api/v1/industries?Website.begins=dairy')
          expect(found).toMatchObject({ items: [dairy] })
          const wrong = await send('POST', '/api/v1/industries', {
            ...dairy,
            Industry_Code: 'D2',
            Website: 7,
          })
          expect(wrong).toMatchObject({ errors: [{ field: 'Website', message: 'Website should be text' }] })
          expect(JSON.stringify(await send('GET', '/api/openapi.json'))).toContain('"Website"')
        },
      ),
    150_000,
  )
})
