import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { hashPassword } from '#server/accounts/sign-in/password.ts'
import { readConfig } from '../base/config.ts'
import { dynamic } from '../store/dialect.ts'

const feedPath = '/api/auth/calendar-feed'
const calendar = '/api/calendar.ics'
const encoded = (text: string): string => Buffer.from(text).toString('base64')
const basic = (name: string, password: string): string => `Basic ${encoded(`${name}:${password}`)}`

interface FeedOwner {
  id: string
  token: string
  email: string
  password: string
  secret: string
}

describe.each(databaseNames)('calendar passwords on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.make('role', { Role_Code: 'CLERK', Role_Name: 'Clerk without visits' })
  })
  afterAll(() => test.close())

  const newFeedOwner = async (name: string, role = 'OFFICE'): Promise<FeedOwner> => {
    const email = `${name}@example.in`
    const { id, token } = await newPerson(test, email, role)
    const { body } = await test.request('POST', feedPath, undefined, { as: token })
    const { password } = body.withPassword
    const secret = /\/([\w-]{43})\.ics$/.exec(body.address)![1]!
    return { id, token, email, password, secret }
  }
  const request = (authorization?: string, path = calendar, method = 'GET'): Promise<Answer> =>
    test.request(method, path, undefined, {
      as: 'anonymous',
      headers: authorization === undefined ? {} : { authorization },
    })
  const refused: Json = {
    status: 401,
    challenge: 'Basic realm="AgriDesk calendar"',
    cached: 'no-store',
    msg: 'This calendar needs your e-mail address as the user name, and the password created for it under My account',
  }
  const summaryOf = ({ status, headers, body }: Answer): Json => ({
    status,
    challenge: headers['www-authenticate'],
    cached: headers['cache-control'],
    msg: body.msg,
  })

  it('returns the same 401 for every wrong credential, whether the account exists or not', async () => {
    const { email, password, secret, token } = await newFeedOwner('asha')
    const other = await newFeedOwner('bina')
    const tokenRequest = { name: 'Tally', role: 'OFFICE', places: 'everything', expiresOn: '2027-11-14' }
    const apiToken = (await test.request('POST', '/api/v1/api-tokens', tokenRequest)).body.token
    expect(apiToken).toMatch(/^agk_/)
    for (const [label, header] of Object.entries({
      nothing: undefined,
      'a session': `Bearer ${token}`,
      'an API token': `Bearer ${apiToken}`,
      'the password as a token': `Bearer ${password}`,
      'what Outlook sends first': 'Bearer',
      'another scheme': `Digest username="${email}", response="${password}"`,
      'a scheme with the same prefix': `Basically ${encoded(`${email}:${password}`)}`,
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
      'an unknown user': basic('nobody@example.in', 'A'.repeat(43)),
      'an unknown user with a valid password': basic('nobody@example.in', password),
      'the password of another user': basic(email, other.password),
      'the secret of the address': basic(email, secret),
      'the session as the password': basic(email, token),
      'the API token as the password': basic(email, apiToken),
      'control characters': basic(`${email}\u0000`, `${password}\n\u0007`),
      'an SQL injection': basic(`'; drop table account; --`, `' or '1'='1`),
      'a huge name': basic('x'.repeat(100_000), password),
      'a huge header that is no base64': `Basic ${' '.repeat(50_000)}!`,
    }))
      expect(summaryOf(await request(header)), label).toEqual(refused)
    expect((await request(basic(email, password))).status).toBe(200)
    expect((await request(basic(email, password).replace('Basic', 'bASIC '))).status).toBe(200)
    expect((await request(basic(email, password), calendar, 'HEAD')).status).toBe(200)
  })

  it('is valid for the calendar and nothing else', async () => {
    const { id, email, password, secret, token } = await newFeedOwner('chetan')
    for (const header of [basic(email, password), `Bearer ${password}`])
      for (const path of ['/api/v1/me', '/api/v1/visits', feedPath])
        expect((await request(header, path)).status, path).toBe(401)
    const own = 'monsoon over the fields'
    const password_hash = await hashPassword(own)
    await test.store.transaction((tx) =>
      tx.updateTable('account').set({ password_hash }).where('id', '=', id).execute(),
    )
    for (const [candidate, status] of Object.entries({ [own]: 200, [password]: 401, [secret]: 401 })) {
      const login = { email, password: candidate }
      const response = await test.request('POST', '/api/auth/login', login, { as: 'anonymous' })
      expect(response.status, candidate).toBe(status)
    }
    expect(summaryOf(await request(basic(email, own)))).toEqual(refused)
    expect((await request(undefined, `/api/calendar/${password}.ics`)).status).toBe(404)
    expect((await request(undefined, `/api/calendar/${secret}.ics`)).status).toBe(200)
    // Only the hashes are stored, and neither secret is in the audit log or the history.
    for (const table of ['calendar_feed', 'audit_event', 'history']) {
      const rows = JSON.stringify(await dynamic(test.store.read).selectFrom(table).selectAll().execute())
      expect(rows).not.toContain(password)
      expect(rows).not.toContain(secret)
    }
    // A renewed password replaces the previous one; switching off revokes the last one.
    const { body } = await test.request('POST', feedPath, undefined, { as: token })
    expect(summaryOf(await request(basic(email, password)))).toEqual(refused)
    const renewed = basic(email, body.withPassword.password)
    expect((await request(renewed)).status).toBe(200)
    expect((await test.request('DELETE', feedPath, undefined, { as: token })).status).toBe(204)
    expect(summaryOf(await request(renewed))).toEqual(refused)
  })

  it('follows the current status and role of its account', async () => {
    const { id, email, password } = await newFeedOwner('deepa')
    const good = basic(email, password)
    const set = (values: object): Promise<unknown> =>
      test.store.transaction((tx) => tx.updateTable('account').set(values).where('id', '=', id).execute())
    expect((await request(good)).status).toBe(200)
    await set({ status: 'disabled' })
    expect(summaryOf(await request(good))).toEqual(refused)
    await set({ status: 'active', role_code: null })
    expect(summaryOf(await request(good))).toEqual(refused)
    await set({ role_code: 'VIEWER' })
    expect((await request(good)).status).toBe(200)
    const clerk = await newFeedOwner('ela', 'CLERK')
    expect(summaryOf(await request(basic(clerk.email, clerk.password)))).toEqual(refused)
  })

  it('shows planned visits of its owner, and cancelled ones only within the owner’s scope', async () => {
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
    const { email, password } = await newFeedOwner('farid', 'FIELD')
    const { body } = await request(basic(email, password))
    expect(body).toContain('SUMMARY:Visit Near Patel')
    expect(body).toContain('SUMMARY:Visit Other Mehta')
    expect(body).not.toContain('Far Shah')
  })

  it('an older feed keeps its address, and has no password until it is renewed', async () => {
    const { id, email, secret, token } = await newFeedOwner('gita')
    await test.store.transaction((tx) =>
      tx.updateTable('calendar_feed').set({ password_hash: null }).where('account_id', '=', id).execute(),
    )
    const { body } = await test.request('GET', feedPath, undefined, { as: token })
    expect(body).toMatchObject({ hasPassword: false })
    expect((await request(undefined, `/api/calendar/${secret}.ics`)).status).toBe(200)
    for (const candidate of ['', 'null', 'undefined'])
      expect(summaryOf(await request(basic(email, candidate)))).toEqual(refused)
  })

  it('rate-limits wrong passwords, but neither the right one nor requests without one', async () => {
    const { email, password } = await newFeedOwner('hari')
    // Calendar apps send a request without credentials first, so these must not count as guesses.
    for (let n = 0; n < 130; n++) expect((await request(n % 2 ? 'Bearer' : undefined)).status).toBe(401)
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n++) statuses.add((await request(basic(email, 'A'.repeat(43)))).status)
    expect([...statuses].toSorted()).toEqual([401, 429])
    expect((await request(basic(email, password))).status).toBe(200)
    expect(summaryOf(await request())).toEqual(refused)
  })
})

it('CALENDAR_DETAILS=everywhere shows all details at the secret address', async () => {
  const test = await openTestApp('sqlite', { CALENDAR_DETAILS: 'Everywhere' })
  await test.make('customer', { Customer_Code: 'C1', Customer_Name: 'Patel', Last_Visit_ID: null })
  const moment = '2026-11-20 09:30'
  const plan = { Customer_Code: 'C1', Planned_Date: moment, Planned_Time: moment, Remarks: 'Carry seed' }
  await test.request('POST', '/api/plan-visit', plan)
  const { body } = await test.request('POST', feedPath)
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
