import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

/** Each name in Latin letters, Gujarati and Devanagari. */
const names = [
  ['Rameshbhai', 'રમેશભાઈ', 'रमेशभाई'],
  ['Rameshbhai Solanki', 'રમેશભાઈ સોલંકી', 'रमेशभाई सोलंकी'],
  ['Laxmanbhai Rathod', 'લક્ષ્મણભાઈ રાઠોડ', 'लक्ष्मणभाई राठोड'],
  ['Meenaben Shah', 'મીનાબેન શાહ', 'मीनाबेन शाह'],
] as const

describe.each(databaseNames)('a full name on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    for (const [at, written] of names.entries())
      for (const name of written) await test.make('customer', { Customer_Name: `${name} ${at}` })
  }, 30_000)
  afterAll(() => test.close())

  const foundAt = async (path: string): Promise<Json> => {
    const { status, body } = await test.request('GET', path)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  it.each(names.flatMap((written, at) => written.map((name) => [name, at] as const)))(
    'is found as %s, in whichever script it was saved',
    async (name, at) => {
      const { items } = await foundAt(`/api/v1/customers?q=${encodeURIComponent(`${name} ${at}`)}&limit=50`)
      expect(items.map((each: Json) => each.Customer_Name)).toEqual(
        expect.arrayContaining(names[at]!.map((each) => `${each} ${at}`)),
      )
      expect(JSON.stringify(await foundAt(`/api/v1/search?q=${encodeURIComponent(name)}`))).toContain(
        `${names[at]![0]} ${at}`,
      )
    },
  )
})
