import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { hashPassword } from '#server/accounts/password.ts'
import { readConfig } from '../config.ts'

const home = '/api/auth/calendar-feed'
const calendar = '/api/calendar.ics'
const encoded = (text: string): string => Buffer.from(text).toString('base64')
const basic = (name: string, password: string): string => `Basic ${encoded(`${name}:${password}`)}`

interface Person {
  id: string
  token: string
  email: string
  password: string
  secret: string
}

describe.each(databaseNames)('the password of a calendar on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('role', { Role_Code: 'CLERK', Role_Name: 'Clerk without visits' })
  })
  afterAll(() => test.close())

  const person = async (name: string, role = 'OFFICE'): Promise<Person> => {
    const email = `${name}@example.in`
    const { id, token } = await newPerson(test, email, role)
    const { body } = await test.request('POST', home, undefined, { as: token })
    const { password } = body.withPassword
    const secret = /\/([\w-]{43})\.ics$/.exec(body.address)![1]!
    return { id, token, email, password, secret }
  }
  const ask = (authorization?: string, path = calendar, method = 'GET'): Promise<Answer> =>
    test.request(method, path, undefined, {
      as: 'anonymous',
      headers: authorization === undefined ? {} : { authorization },
    })
  const refused: Json = {
    status: 401,
    challenge: 'Basic realm="AgriDesk calendar"',
    cached: 'no-store',
    msg: 'This calendar needs your e-mail address as the user name, and the password made for it under My account',
  }
  const said = ({ status, headers, body }: Answer): Json => ({
    status,
    challenge: headers['www-authenticate'],
    cached: headers['cache-control'],
    msg: body.msg,
  })

  it('asks for it in one sentence, whatever was sent and whoever exists', async () => {
    const { email, password, secret, token } = await person('asha')
    const other = await person('bina')
    const made = { name: 'Tally', role: 'OFFICE', places: 'everything', expiresOn: '2027-11-14' }
    const program = (await test.request('POST', '/api/v1/api-tokens', made)).body.token
    expect(program).toMatch(/^agk_/)
    for (const [what, header] of Object.entries({
      nothing: undefined,
      'a session': `Bearer ${token}`,
      'an API token': `Bearer ${program}`,
      'the password as a token': `Bearer ${password}`,
      'what Outlook sends first': 'Bearer',
      'another scheme': `Digest username="${email}", response="${password}"`,
      'a scheme that only begins like it': `Basically ${encoded(`${email}:${password}`)}`,
      'only the scheme': 'Basic',
      'not base64': 'Basic *&^%$!',
      'base64 of another alphabet': `Basic ${encoded(`${email}:${password}`)}-_`,
      'two words': `${basic(email, password)} ${encoded('more')}`,
      'no colon': `Basic ${encoded(email + password)}`,
      'nothing but a colon': `Basic ${encoded(':')}`,
      'an empty password': basic(email, ''),
      'an empty name': basic('', password),
      'a wrong password': basic(email, 'A'.repeat(43)),
      'one letter in another case': basic(email, otherCase(password)),
      'one letter more': basic(email, `${password}A`),
      'a stranger': basic('nobody@example.in', 'A'.repeat(43)),
      'a stranger with a good password': basic('nobody@example.in', password),
      'the password of somebody else': basic(email, other.password),
      'the word of the address': basic(email, secret),
      'the session as the password': basic(email, token),
      'the API token as the password': basic(email, program),
      'control characters': basic(`${email}\u0000`, `${password}\n\u0007`),
      'a quotation mark that might end something': basic(`'; drop table account; --`, `' or '1'='1`),
      'a huge name': basic('x'.repeat(100_000), password),
      'a huge header that is no base64': `Basic ${' '.repeat(50_000)}!`,
    }))
      expect(said(await ask(header)), what).toEqual(refused)
    expect((await ask(basic(email, password))).status).toBe(200)
    expect((await ask(basic(email, password).replace('Basic', 'bASIC '))).status).toBe(200)
    expect((await ask(basic(email, password), calendar, 'HEAD')).status).toBe(200)
  })

  it('opens the calendar and nothing else', async () => {
    const { id, email, password, secret, token } = await person('chetan')
    for (const header of [basic(email, password), `Bearer ${password}`])
      for (const path of ['/api/v1/me', '/api/v1/visits', home])
        expect((await ask(header, path)).status, path).toBe(401)
    const own = 'monsoon over the fields'
    const password_hash = await hashPassword(own)
    await test.store.transaction((tx) =>
      tx.updateTable('account').set({ password_hash }).where('id', '=', id).execute(),
    )
    for (const [word, status] of Object.entries({ [own]: 200, [password]: 401, [secret]: 401 })) {
      const login = { email, password: word }
      const answer = await test.request('POST', '/api/auth/login', login, { as: 'anonymous' })
      expect(answer.status, word).toBe(status)
    }
    expect(said(await ask(basic(email, own)))).toEqual(refused)
    expect((await ask(undefined, `/api/calendar/${password}.ics`)).status).toBe(404)
    expect((await ask(undefined, `/api/calendar/${secret}.ics`)).status).toBe(200)
    // Only the hashes of both are kept, and neither is in what was written down about it.
    for (const table of ['calendar_feed', 'audit_event', 'history']) {
      const kept = JSON.stringify(await test.store.read.selectFrom(table).selectAll().execute())
      expect(kept).not.toContain(password)
      expect(kept).not.toContain(secret)
    }
    // Renewed, the one before is dead; switched off, the last one is.
    const { body } = await test.request('POST', home, undefined, { as: token })
    expect(said(await ask(basic(email, password)))).toEqual(refused)
    const renewed = basic(email, body.withPassword.password)
    expect((await ask(renewed)).status).toBe(200)
    expect((await test.request('DELETE', home, undefined, { as: token })).status).toBe(204)
    expect(said(await ask(renewed))).toEqual(refused)
  })

  it('is worth what its account is worth at that moment', async () => {
    const { id, email, password } = await person('deepa')
    const good = basic(email, password)
    const set = (values: object): Promise<unknown> =>
      test.store.transaction((tx) => tx.updateTable('account').set(values).where('id', '=', id).execute())
    expect((await ask(good)).status).toBe(200)
    await set({ status: 'disabled' })
    expect(said(await ask(good))).toEqual(refused)
    await set({ status: 'active', role_code: null })
    expect(said(await ask(good))).toEqual(refused)
    await set({ role_code: 'VIEWER' })
    expect((await ask(good)).status).toBe(200)
    const clerk = await person('ela', 'CLERK')
    expect(said(await ask(basic(clerk.email, clerk.password)))).toEqual(refused)
  })

  it('shows what its owner may see: what is planned, and of what was cancelled only the own places', async () => {
    const near = await test.make('customer', { Customer_Code: 'NEAR', Customer_Name: 'Near Patel' })
    const far = await test.make('customer', { Customer_Code: 'FAR', Customer_Name: 'Far Shah' })
    const employee = await test.make('employee', {
      email: 'farid@example.in',
      countryCode: near.Country_Code,
      zoneCode: near.Zone_Code,
      stateCode: near.State_Code,
      poolCode: near.Pool_Code,
      stationCode: near.Station_Code,
      cityCode: near.City_Code,
    })
    const other = await test.make('customer', { Customer_Code: 'OTHER', Customer_Name: 'Other Mehta' })
    for (const { Customer_Code } of [near, far, other]) {
      const moment = '2026-11-20 09:30'
      const plan = { Customer_Code, Planned_Date: moment, Planned_Time: moment }
      const { body } = await test.request('POST', '/api/plan-visit', plan)
      const assigned = { Assigned_To: employee.employeeNumber, version: body.version }
      const { status, body: visit } = await test.request('PATCH', `/api/v1/visits/${body.id}`, assigned)
      expect(status).toBe(200)
      const over = { Status: 'cancelled', version: visit.version }
      if (Customer_Code !== 'OTHER') await test.request('PATCH', `/api/v1/visits/${body.id}`, over)
    }
    const { email, password } = await person('farid', 'FIELD')
    const { body } = await ask(basic(email, password))
    expect(body).toContain('SUMMARY:Visit Near Patel')
    expect(body).toContain('SUMMARY:Visit Other Mehta')
    expect(body).not.toContain('Far Shah')
  })

  it('an older feed keeps its address, and has no password until it is made anew', async () => {
    const { id, email, secret, token } = await person('gita')
    await test.store.transaction((tx) =>
      tx.updateTable('calendar_feed').set({ password_hash: null }).where('account_id', '=', id).execute(),
    )
    const { body } = await test.request('GET', home, undefined, { as: token })
    expect(body).toMatchObject({ hasPassword: false })
    expect((await ask(undefined, `/api/calendar/${secret}.ics`)).status).toBe(200)
    for (const word of ['', 'null', 'undefined']) expect(said(await ask(basic(email, word)))).toEqual(refused)
  })

  it('slows down whoever guesses, and neither who knows it nor who has not said it yet', async () => {
    const { email, password } = await person('hari')
    // Every calendar asks without it first: an office full of them is no attack.
    for (let n = 0; n < 130; n++) expect((await ask(n % 2 ? 'Bearer' : undefined)).status).toBe(401)
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n++) statuses.add((await ask(basic(email, 'A'.repeat(43)))).status)
    expect([...statuses].toSorted()).toEqual([401, 429])
    expect((await ask(basic(email, password))).status).toBe(200)
    expect(said(await ask())).toEqual(refused)
  })
})

it('CALENDAR_DETAILS=everywhere lets the secret address say everything, as it did', async () => {
  const test = await openTestApp('sqlite', { CALENDAR_DETAILS: 'Everywhere' })
  await test.make('customer', { Customer_Code: 'C1', Customer_Name: 'Patel', Last_Visit_ID: null })
  const moment = '2026-11-20 09:30'
  const plan = { Customer_Code: 'C1', Planned_Date: moment, Planned_Time: moment, Remarks: 'Carry seed' }
  await test.request('POST', '/api/plan-visit', plan)
  const { body } = await test.request('POST', home)
  expect(body.addressTells).toBe('everything')
  const path = new URL(body.address).pathname
  const { body: text } = await test.request('GET', path, undefined, { as: 'anonymous' })
  for (const line of [
    'X-WR-CALNAME:AgriDesk visits: ADMIN person',
    'SUMMARY:Visit Patel',
    'DESCRIPTION:Carry seed',
  ])
    expect(text.split('\r\n')).toContain(line)
  await test.close()
  expect(readConfig({}).calendarDetails).toBe('with-password')
  expect(() => readConfig({ CALENDAR_DETAILS: 'always' })).toThrow(
    'CALENDAR_DETAILS should be one of with-password, everywhere, not "always"',
  )
})

const otherCase = (text: string): string =>
  text.replace(/[a-z]/i, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
