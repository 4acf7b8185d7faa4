import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { english } from '#domain/messages/t.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { preferredLanguage } from './language.ts'

const gujarati = { locale: 'gu-IN', translations: {} }
const hindi = { locale: 'hi-IN', translations: {} }

describe('the language of a request', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['fr', undefined],
    ['*', undefined],
    ['gu', gujarati],
    ['GU-in', gujarati],
    ['fr, hi-IN;q=0.8, gu;q=0.9', gujarati],
    ['en-IN, gu;q=0.9', english],
    ['gu;q=0, hi;q=0.1', hindi],
    ['gu;q=none, hi', hindi],
    [',;,;q=', undefined],
  ])('%s', (header, language) => {
    expect(preferredLanguage(header, [gujarati, hindi])).toBe(language)
  })
})

describe('messages of a response', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp('sqlite')
  })
  afterAll(() => test.close())

  const read = (language: string, as?: 'anonymous') =>
    test.request('GET', '/api/v1/customers/C-1', undefined, {
      headers: { 'accept-language': language },
      ...(as && { as }),
    })

  it('are in the language of the request, also those of requests at the same time', async () => {
    await test.as('ADMIN')
    const [inGujarati, inEnglish] = await Promise.all([read('gu'), read('en')])
    expect(inGujarati.body.msg).toBe('⟦There is no ⟦customer⟧ C-1 here⟧')
    expect(inGujarati.headers['content-language']).toBe('gu-IN')
    expect(inEnglish.body.msg).toBe('There is no customer C-1 here')
  })

  it('are in that of the account, also a refusal, when the request asks for none', async () => {
    await test.request('PUT', '/api/v1/me/language', { language: 'gu' }, { as: 'VIEWER' })
    const ask = (headers: Record<string, string>, as = 'VIEWER') =>
      test.request('GET', '/api/v1/customers/C-1', undefined, { as, headers })
    for (const headers of [{}, { 'accept-language': '*' }, { 'accept-language': 'fr' }]) {
      const { body, headers: sent } = await ask(headers)
      expect(body.msg).toBe('⟦There is no ⟦customer⟧ C-1 here⟧')
      expect(sent['content-language']).toBe('gu-IN')
    }
    const refused = await test.request('GET', '/api/v1/audit', undefined, { as: 'VIEWER' })
    expect(refused.status).toBe(403)
    expect(refused.body.msg).toContain('⟦')
    expect((await ask({ 'accept-language': 'en' })).body.msg).toBe('There is no customer C-1 here')
    expect((await ask({}, 'OFFICE')).body.msg).toBe('There is no customer C-1 here')
  })

  it('are translated before the account is known', async () => {
    const { body } = await read('gu', 'anonymous')
    expect(body.msg).toBe('⟦Please log in to continue⟧')
  })
})
