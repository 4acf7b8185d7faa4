import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLanguages } from '../core/language.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('the language of an account on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  it('is unknown at first, and follows the account once it is chosen', async () => {
    expect((await test.request('GET', '/api/v1/me', undefined, { as: 'FIELD' })).body.language).toBe(null)
    const chosen = await test.request('PUT', '/api/v1/me/language', { language: 'gu' }, { as: 'FIELD' })
    expect(chosen.status).toBe(200)
    expect(chosen.body.language).toBe('gu')
    expect((await test.request('GET', '/api/v1/me', undefined, { as: 'FIELD' })).body.language).toBe('gu')
    expect((await test.request('GET', '/api/v1/me', undefined, { as: 'OFFICE' })).body.language).toBe(null)
  })

  it('can be chosen before the account is approved', async () => {
    const { body } = await test.request('PUT', '/api/v1/me/language', { language: 'mr' }, { as: 'pending' })
    expect(body.language).toBe('mr')
  })

  it.each([
    { language: 'fr' },
    { language: null },
    { language: ['gu'] },
    {},
    { language: 'gu', role: 'ADMIN' },
  ])('is refused as %j', async (input) => {
    expect((await test.request('PUT', '/api/v1/me/language', input, { as: 'FIELD' })).status).toBe(422)
  })

  it('is not chosen by a visitor', async () => {
    const { status } = await test.request(
      'PUT',
      '/api/v1/me/language',
      { language: 'gu' },
      { as: 'anonymous' },
    )
    expect(status).toBe(401)
  })
})

describe('the languages of the server', () => {
  it('are those of the catalogues, with Latin digits', () => {
    const languages = readLanguages()
    expect(languages.map(({ locale }) => locale.slice(0, 2)).toSorted()).toEqual(['gu', 'hi', 'mr'])
    for (const { locale, translations } of languages) {
      expect((1_234_567).toLocaleString(locale)).toBe('12,34,567')
      expect(translations['Please log in to continue']).toMatch(/\p{L}/u)
    }
  })
})
