import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '#testing/build-record.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

const country = (overrides: Record<string, unknown>): Record<string, unknown> => build('country', overrides)

interface BadInput {
  name: string
  body: unknown
  status: number
  message: string | RegExp
  headers?: Record<string, string>
  path?: string
}

const badInputs: BadInput[] = [
  { name: 'not JSON', body: '{"Country_Code":', status: 400, message: 'The request is not valid JSON' },
  { name: 'nothing', body: '', status: 400, message: /not valid JSON|empty/ },
  { name: 'an array', body: [], status: 422, message: 'Country should be an object with fields' },
  { name: 'null', body: 'null', status: 422, message: 'Country should be an object with fields' },
  { name: 'a string', body: '"IN"', status: 422, message: 'Country should be an object with fields' },
  {
    name: 'null in a required field',
    body: country({ Country_Name: null }),
    status: 422,
    message: 'Country Name is required',
  },
  {
    name: 'blanks in a required field',
    body: country({ Country_Name: ' \u00a0\t ' }),
    status: 422,
    message: 'Country Name is required',
  },
  {
    name: 'a number where text belongs',
    body: country({ Country_Name: 7 }),
    status: 422,
    message: 'Country Name should be text',
  },
  {
    name: 'true where text belongs',
    body: country({ Country_Name: true }),
    status: 422,
    message: 'Country Name should be text',
  },
  {
    name: 'a list where text belongs',
    body: country({ Country_Name: ['India'] }),
    status: 422,
    message: 'Country Name should be text',
  },
  {
    name: 'an object where text belongs',
    body: country({ Country_Name: { $ne: '' } }),
    status: 422,
    message: 'Country Name should be text',
  },
  {
    name: 'a code with an invisible character',
    body: country({ Country_Code: 'I\u200dN' }),
    status: 422,
    message: 'Country Code should not contain invisible characters or spaces other than the ordinary one',
  },
  {
    name: 'a code that is a relative path segment',
    body: country({ Country_Code: '..' }),
    status: 422,
    message: 'Country Code should not be "." or ".."',
  },
  {
    name: 'an unknown field',
    body: country({ Colour: 'red' }),
    status: 422,
    message: 'Colour is not a field of Country',
  },
  {
    name: 'a system field of the record',
    body: country({ id: 'x' }),
    status: 422,
    message: 'id is not a field of Country',
  },
  {
    name: '__proto__',
    body: '{"__proto__":{"role":"ADMIN"}}',
    status: 422,
    message: /__proto__ is not a field of Country/,
  },
  {
    name: '__proto__ in a member',
    body: '{"Country_Name":{"__proto__":"x"}}',
    status: 400,
    message: '__proto__ is not supported as a name',
  },
  {
    name: 'constructor',
    body: '{"constructor":{"prototype":{"a":1}}}',
    status: 422,
    message: /constructor is not a field of Country/,
  },
  {
    name: 'NUL',
    body: country({ Country_Name: 'In\u0000dia' }),
    status: 422,
    message: 'Country Name should not contain control characters',
  },
  {
    name: 'a line break in a line',
    body: country({ Country_Name: 'In\ndia' }),
    status: 422,
    message: 'Country Name should not contain control characters',
  },
  {
    name: 'half a surrogate pair',
    body: country({ Country_Name: 'India \ud83c' }),
    status: 422,
    message: 'Country Name holds a character that cannot be stored',
  },
  {
    name: 'invisible text',
    body: country({ Country_Code: 'IN\u200b' }),
    status: 422,
    message: 'Country Code should not contain invisible characters',
  },
  {
    name: 'a code of 33 characters',
    body: country({ Country_Code: 'x'.repeat(33) }),
    status: 422,
    message: 'Country Code should not exceed 32 characters',
  },
  {
    name: 'a name of 201 characters',
    body: country({ Country_Name: '🌾'.repeat(201) }),
    status: 422,
    message: 'Country Name should not exceed 200 characters',
  },
  {
    name: 'a key given twice',
    body: '{"Country_Code":"A","Country_Code":"B"}',
    status: 400,
    message: 'Country_Code is given twice',
  },
  {
    name: 'a key given twice with an escape sequence',
    body: '{"Country_Code":"A","Country\\u005fCode":"B"}',
    status: 400,
    message: 'Country_Code is given twice',
  },
  {
    name: 'deep nesting',
    body: `{"a":${'['.repeat(50)}${']'.repeat(50)}}`,
    status: 400,
    message: 'The request is nested more than 20 levels deep',
  },
  {
    name: '2 MB',
    body: country({ Country_Name: 'x'.repeat(2_000_000) }),
    status: 413,
    message: 'This is too large: at most 256 kB can be sent at once',
  },
  {
    name: 'another content type',
    body: 'Country_Code=IN',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    message: 'Send JSON, with the header Content-Type: application/json',
  },
  {
    name: 'an unusable Idempotency-Key',
    body: country({}),
    headers: { 'idempotency-key': 'ключ' },
    status: 400,
    message: 'Idempotency-Key should be 1 to 200 visible characters',
  },
  {
    name: 'letters for a number',
    path: '/api/form/Contact3',
    body: { Ext_Code: 'abc' },
    status: 422,
    message: /^Ext Code should be a number/,
  },
  {
    name: 'a code beyond its own limit',
    path: '/api/form/Contact9',
    body: { Functional_Level_Code: 'x'.repeat(11), Functional_Level_Name: 'A' },
    status: 422,
    message: 'Functional Level Code should not exceed 10 characters',
  },
  {
    name: 'no e-mail address',
    path: '/api/form/contact',
    body: build('contactMessage', { email: 'nobody' }),
    status: 422,
    message: 'Email should be an e-mail address',
  },
  {
    name: 'an unknown choice',
    path: '/api/form/contact22',
    body: { materialType: 'Pesticides', materialName: 'x' },
    status: 422,
    message: 'Material Type should be pesticides or fertilizers',
  },
  {
    name: 'text where a list belongs',
    path: '/api/v1/users',
    body: { Function_Codes: 'F1' },
    status: 422,
    message: /Function Codes should be a list/,
  },
  {
    name: 'a day that does not exist',
    path: '/api/v1/crop-lots',
    body: { Date_Of_Reaping: '2025-02-29' },
    status: 422,
    message: /Date Of Reaping should be a date like/,
  },
  {
    name: 'half a day',
    path: '/api/v1/customers',
    body: { Visit_In_Days: 1.5 },
    status: 422,
    message: /Visit In Days should be a whole number/,
  },
  {
    name: 'a negative number of days',
    path: '/api/v1/customers',
    body: { Visit_In_Days: -1 },
    status: 422,
    message: /Visit In Days should not be less than 1/,
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

  it.each(badInputs)(
    'answers $status with a message and writes nothing: $name',
    async ({ body, status, message, headers, path }) => {
      const before = await rows()
      const answer = await test.request('POST', path ?? '/api/form/contact1', body, {
        headers: headers ?? {},
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(answer.body.msg).toMatch(
        message instanceof RegExp ? message : new RegExp(`^${escape(message)}$`),
      )
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

  it('stores text trimmed and in NFC, and full-length text in any script', async () => {
    const name = 'ગુજરાત '.repeat(28).trim()
    const { body } = await test.request(
      'POST',
      '/api/form/contact1',
      country({ Country_Name: `  ${name} `, Country_Shortname: "Cafe\u0301 <b>'--" }),
    )
    expect(body).toMatchObject({ Country_Name: name, Country_Shortname: "Caf\u00e9 <b>'--" })
  })

  it('accepts an empty body where none is needed', async () => {
    const industry = await test.make('industry')
    const json = { headers: { 'content-type': 'application/json' } }
    expect((await test.request('DELETE', `/api/v1/industries/${industry.id}`, '', json)).status).toBe(204)
    expect((await test.request('POST', `/api/v1/industries/${industry.id}/restore`, '', json)).status).toBe(
      200,
    )
  })

  it('rejects text that is slow to normalise at once', async () => {
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
  ])('rejects the control character in the address %s', async (path) => {
    const { status, body } = await test.request('GET', path)
    expect([status, body.msg]).toEqual([400, 'The address contains a control character'])
  })

  it('answers an address that cannot be decoded with a problem and all headers', async () => {
    const { status, body, headers } = await test.request('GET', '/api/v1/countries/%')
    expect([status, body.msg]).toEqual([400, 'The address cannot be read'])
    expect(headers['content-type']).toContain('application/problem+json')
    expect(headers['content-security-policy']).toBeDefined()
  })

  it('rejects bytes that are not UTF-8 instead of replacing them', async () => {
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/api/form/contact',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from('{"username":"Jos\xe9"}', 'latin1'),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().msg).toBe('The request is not UTF-8 text')
  })

  it('answers unknown addresses under /api with a problem', async () => {
    const { status, body } = await test.request('GET', '/api/nowhere')
    expect([status, body.msg]).toEqual([404, 'There is nothing at GET /api/nowhere'])
  })

  it('answers an internal error with the request id and nothing else', async () => {
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
