import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '#testing/build-record.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

const country = (overrides: Record<string, unknown>): Record<string, unknown> => build('country', overrides)

interface Bad {
  name: string
  body: unknown
  status: number
  says: string | RegExp
  headers?: Record<string, string>
  path?: string
}

const bad: Bad[] = [
  { name: 'not JSON', body: '{"Country_Code":', status: 400, says: 'The request is not valid JSON' },
  { name: 'nothing', body: '', status: 400, says: /not valid JSON|empty/ },
  { name: 'an array', body: [], status: 422, says: 'Country should be an object with fields' },
  { name: 'null', body: 'null', status: 422, says: 'Country should be an object with fields' },
  { name: 'a string', body: '"IN"', status: 422, says: 'Country should be an object with fields' },
  {
    name: 'null in a required field',
    body: country({ Country_Name: null }),
    status: 422,
    says: 'Country Name is required',
  },
  {
    name: 'blanks in a required field',
    body: country({ Country_Name: ' \u00a0\t ' }),
    status: 422,
    says: 'Country Name is required',
  },
  {
    name: 'a number where text belongs',
    body: country({ Country_Name: 7 }),
    status: 422,
    says: 'Country Name should be text',
  },
  {
    name: 'true where text belongs',
    body: country({ Country_Name: true }),
    status: 422,
    says: 'Country Name should be text',
  },
  {
    name: 'a list where text belongs',
    body: country({ Country_Name: ['India'] }),
    status: 422,
    says: 'Country Name should be text',
  },
  {
    name: 'an object where text belongs',
    body: country({ Country_Name: { $ne: '' } }),
    status: 422,
    says: 'Country Name should be text',
  },
  {
    name: 'a code with an invisible character',
    body: country({ Country_Code: 'I\u200dN' }),
    status: 422,
    says: 'Country Code should not contain invisible characters or spaces other than the ordinary one',
  },
  {
    name: 'a code that leads up in an address',
    body: country({ Country_Code: '..' }),
    status: 422,
    says: 'Country Code should not be "." or ".."',
  },
  {
    name: 'an unknown field',
    body: country({ Colour: 'red' }),
    status: 422,
    says: 'Colour is not a field of Country',
  },
  {
    name: 'a field of the record itself',
    body: country({ id: 'x' }),
    status: 422,
    says: 'id is not a field of Country',
  },
  {
    name: '__proto__',
    body: '{"__proto__":{"role":"ADMIN"}}',
    status: 422,
    says: /__proto__ is not a field of Country/,
  },
  {
    name: 'constructor',
    body: '{"constructor":{"prototype":{"a":1}}}',
    status: 422,
    says: /constructor is not a field of Country/,
  },
  {
    name: 'NUL',
    body: country({ Country_Name: 'In\u0000dia' }),
    status: 422,
    says: 'Country Name should not contain control characters',
  },
  {
    name: 'a line break in a line',
    body: country({ Country_Name: 'In\ndia' }),
    status: 422,
    says: 'Country Name should not contain control characters',
  },
  {
    name: 'half a surrogate pair',
    body: country({ Country_Name: 'India \ud83c' }),
    status: 422,
    says: 'Country Name holds a character that cannot be stored',
  },
  {
    name: 'text that cannot be seen',
    body: country({ Country_Code: 'IN\u200b' }),
    status: 422,
    says: 'Country Code should not contain invisible characters',
  },
  {
    name: 'a code of 33 characters',
    body: country({ Country_Code: 'x'.repeat(33) }),
    status: 422,
    says: 'Country Code should not exceed 32 characters',
  },
  {
    name: 'a name of 201 characters',
    body: country({ Country_Name: '🌾'.repeat(201) }),
    status: 422,
    says: 'Country Name should not exceed 200 characters',
  },
  {
    name: 'a key given twice',
    body: '{"Country_Code":"A","Country_Code":"B"}',
    status: 400,
    says: 'Country_Code is given twice',
  },
  {
    name: 'a key given twice in disguise',
    body: '{"Country_Code":"A","Country\\u005fCode":"B"}',
    status: 400,
    says: 'Country_Code is given twice',
  },
  {
    name: 'deep nesting',
    body: `{"a":${'['.repeat(50)}${']'.repeat(50)}}`,
    status: 400,
    says: 'The request is nested more than 20 levels deep',
  },
  {
    name: '2 MB',
    body: country({ Country_Name: 'x'.repeat(2_000_000) }),
    status: 413,
    says: 'This is too large: at most 256 kB can be sent at once',
  },
  {
    name: 'another kind of content',
    body: 'Country_Code=IN',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    says: 'Send JSON, with the header Content-Type: application/json',
  },
  {
    name: 'an unusable Idempotency-Key',
    body: country({}),
    headers: { 'idempotency-key': 'ключ' },
    status: 400,
    says: 'Idempotency-Key should be 1 to 200 visible characters',
  },
  {
    name: 'letters for a number',
    path: '/api/form/Contact3',
    body: { Ext_Code: 'abc' },
    status: 422,
    says: /^Ext Code should be a number/,
  },
  {
    name: 'a code beyond its own limit',
    path: '/api/form/Contact9',
    body: { Functional_Level_Code: 'x'.repeat(11), Functional_Level_Name: 'A' },
    status: 422,
    says: 'Functional Level Code should not exceed 10 characters',
  },
  {
    name: 'no e-mail address',
    path: '/api/form/contact',
    body: build('contactMessage', { email: 'nobody' }),
    status: 422,
    says: 'Email should be an e-mail address',
  },
  {
    name: 'a choice that is none',
    path: '/api/form/contact22',
    body: { materialType: 'Pesticides', materialName: 'x' },
    status: 422,
    says: 'Material Type should be pesticides or fertilizers',
  },
  {
    name: 'text where a list belongs',
    path: '/api/v1/users',
    body: { Function_Codes: 'F1' },
    status: 422,
    says: /Function Codes should be a list/,
  },
  {
    name: 'a day that is none',
    path: '/api/v1/crop-lots',
    body: { Date_Of_Reaping: '2025-02-29' },
    status: 422,
    says: /Date Of Reaping should be a date like/,
  },
  {
    name: 'half a day',
    path: '/api/v1/customers',
    body: { Visit_In_Days: 1.5 },
    status: 422,
    says: /Visit In Days should be a whole number/,
  },
  {
    name: 'fewer than no days',
    path: '/api/v1/customers',
    body: { Visit_In_Days: -1 },
    status: 422,
    says: /Visit In Days should not be less than 1/,
  },
]

describe.each(databaseNames)('bad input on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const rows = async (): Promise<number> => {
    const { body } = await test.request('GET', '/api/v1/countries?total=true&limit=1')
    return body.total
  }

  it.each(bad)(
    '$name gets $status and a sentence, and nothing is written',
    async ({ body, status, says, headers, path }) => {
      const before = await rows()
      const answer = await test.request('POST', path ?? '/api/form/contact1', body, {
        headers: headers ?? {},
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(answer.body.msg).toMatch(says instanceof RegExp ? says : new RegExp(`^${escape(says)}$`))
      expect(answer.body).toMatchObject({
        status,
        detail: answer.body.msg,
        title: expect.any(String),
        type: expect.any(String),
      })
      expect(await rows()).toBe(before)
    },
  )

  it('reports every wrong field at once: wrong, unknown, missing and not found', async () => {
    const { body } = await test.request('POST', '/api/form/Contact2', {
      Zone_Code: 5,
      Country_Code: 'XX',
      nonsense: 1,
    })
    expect(body.errors).toEqual([
      { field: 'Zone_Code', message: 'Zone Code should be text' },
      { field: 'nonsense', message: 'nonsense is not a field of Zone' },
      { field: 'Country_Code', message: 'There is no country XX (Country Code)' },
      { field: 'Zone_Name', message: 'Zone Name is required' },
    ])
  })

  it('keeps text as it was typed, trimmed and composed, and full-length text in any script', async () => {
    const name = 'ગુજરાત '.repeat(28).trim()
    const { body } = await test.request(
      'POST',
      '/api/form/contact1',
      country({ Country_Name: `  ${name} `, Country_Shortname: "Cafe\u0301 <b>'--" }),
    )
    expect(body).toMatchObject({ Country_Name: name, Country_Shortname: "Caf\u00e9 <b>'--" })
  })

  it('an empty body is no mistake where none is asked for', async () => {
    const industry = await test.make('industry')
    const json = { headers: { 'content-type': 'application/json' } }
    expect((await test.request('DELETE', `/api/v1/industries/${industry.id}`, '', json)).status).toBe(204)
    expect((await test.request('POST', `/api/v1/industries/${industry.id}/restore`, '', json)).status).toBe(
      200,
    )
  })

  it('text that would take forever to compose is refused at once', async () => {
    const start = Date.now()
    const username = `a${'\u0300\u0316'.repeat(60_000)}`
    const { status } = await test.request('POST', '/api/form/contact', build('contactMessage', { username }))
    expect(status).toBe(422)
    expect(Date.now() - start).toBeLessThan(1000)
  })

  it.each([
    '/api/v1/countries/%00',
    '/api/v1/countries/%00/history',
    '/api/v1/countries?q=%00',
    '/api/v1/zones?Country_Code=a%1Fb',
  ])('control characters in the address %s are refused', async (path) => {
    const { status, body } = await test.request('GET', path)
    expect([status, body.msg]).toEqual([400, 'The address holds a control character'])
  })

  it('an address that cannot be decoded is a problem like any other, with all headers', async () => {
    const { status, body, headers } = await test.request('GET', '/api/v1/countries/%')
    expect([status, body.msg]).toEqual([400, 'The address cannot be read'])
    expect(headers['content-type']).toContain('application/problem+json')
    expect(headers['content-security-policy']).toBeDefined()
  })

  it('bytes that are not UTF-8 are refused, not replaced', async () => {
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/api/form/contact',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from('{"username":"Jos\xe9"}', 'latin1'),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().msg).toBe('The request is not UTF-8 text')
  })

  it('unknown addresses under /api are problems too', async () => {
    const { status, body } = await test.request('GET', '/api/nowhere')
    expect([status, body.msg]).toEqual([404, 'There is nothing at GET /api/nowhere'])
  })

  it('a fault of ours tells a number to quote and nothing else', async () => {
    const broken = await openTestApp(database)
    await broken.store.transaction((tx) => tx.schema.dropTable('bin').execute())
    const industry = await broken.make('industry')
    const { status, body } = await broken.request('DELETE', `/api/v1/industries/${industry.id}`)
    expect(status).toBe(500)
    expect(body.msg).toMatch(/^Something went wrong on our side\. Nothing was saved\. .*: [0-9a-f-]{36}$/)
    expect(JSON.stringify(body)).not.toMatch(/bin|sql|table/i)
    expect((await broken.request('GET', `/api/v1/industries/${industry.id}`)).status).toBe(200)
    await broken.close()
  })
})

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
