import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { openLog } from '../base/log.ts'

const feedPath = '/api/auth/calendar-feed'
const calendarPath = '/api/calendar.ics'
const none = { createdAt: null, hasPassword: false }
const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

describe.each(databaseNames)('a calendar feed on %s', (database) => {
  let test: TestApp
  let base: Json
  let city: Json
  beforeAll(async () => {
    test = await openTestApp(database, { SITE_URL: 'https://agridesk.example' })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...rest } = await test.make('customer')
    base = rest
    city = (await test.request('GET', `/api/v1/cities/${base.City_Code}`)).body
  })
  afterAll(() => test.close())

  const makeFeed = async (as: string): Promise<Json> => {
    const { status, body } = await test.request('POST', feedPath, undefined, { as })
    expect(status).toBe(201)
    expect(body.withPassword.address).toBe(`https://agridesk.example${calendarPath}`)
    return body
  }
  const makeAddress = async (as: 'FIELD' | 'OFFICE' | 'pending' = 'FIELD'): Promise<string> => {
    const { origin, pathname } = new URL((await makeFeed(as)).address)
    expect(origin).toBe('https://agridesk.example')
    return pathname
  }
  const fetchFeed = (path: string, authorization?: string): Promise<Answer> =>
    test.request('GET', path, undefined, {
      as: 'anonymous',
      headers: authorization === undefined ? {} : { authorization },
    })
  const plan = async (code: string, moment: string, as: 'FIELD' | 'OFFICE' = 'FIELD'): Promise<Json> => {
    await test.request('POST', '/api/v1/customers', {
      ...base,
      Customer_Code: code,
      Customer_Name: `પટેલ; ${code}, 🌾`,
      Last_Visit_ID: null,
    })
    const sent = { Customer_Code: code, Planned_Date: moment, Planned_Time: moment, Remarks: 'One\nTwo' }
    const { body } = await test.request('POST', '/api/plan-visit', sent, { as })
    return body
  }
  const unfold = (text: string): string => text.replaceAll('\r\n ', '')

  it('is in the language of its owner, whatever the calendar app prefers', async () => {
    const { withPassword } = await makeFeed('OFFICE')
    await plan('C-LANG', '2026-11-18T09:00', 'OFFICE')
    const ask = async (): Promise<string> => {
      const headers = {
        authorization: basic(withPassword.name, withPassword.password),
        'accept-language': 'en-US',
      }
      const { body } = await test.request('GET', calendarPath, undefined, { as: 'anonymous', headers })
      return unfold(body)
    }
    expect(await ask()).toContain('SUMMARY:Visit પટેલ')
    await test.request('PUT', '/api/v1/me/language', { language: 'gu' }, { as: 'OFFICE' })
    expect(await ask()).toContain('SUMMARY:⟦Visit પટેલ')
    await test.request('PUT', '/api/v1/me/language', { language: 'en' }, { as: 'OFFICE' })
  })

  it('serves the plans of its owner for the password, without amounts', async () => {
    expect((await test.request('GET', feedPath, undefined, { as: 'FIELD' })).body).toEqual(none)
    const { withPassword, address, addressTells } = await makeFeed('FIELD')
    expect([withPassword.name, addressTells]).toEqual(['field@example.in', 'codes'])
    expect((await test.request('GET', feedPath, undefined, { as: 'FIELD' })).body).toEqual({
      createdAt: '2026-11-15T06:00:00.000Z',
      hasPassword: true,
    })
    const fetchOwn = (): Promise<Answer> =>
      fetchFeed(calendarPath, basic(' FIELD@Example.in', withPassword.password))
    const empty = await fetchOwn()
    expect(empty.status).toBe(200)
    expect(empty.body).toContain('BEGIN:VTIMEZONE')

    const mine = await plan('F1', '2026-11-20 09:30')
    await plan('F2', '2026-11-20 10:30', 'OFFICE')
    await plan('F3', '2028-01-01 10:30')
    const owed = { Customer_Code: 'F1', As_Of: '2026-11-12', Receivable: 4321, Overdue: 4321 }
    expect((await test.request('POST', '/api/v1/balances', owed)).status).toBe(201)
    const { id } = mine
    const response = await fetchOwn()
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
    })
    const text = unfold(response.body)
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    for (const line of [
      'X-WR-CALNAME:AgriDesk visits: FIELD person',
      `LOCATION:${[base.Street, city.City_Name, base.Pin_Code].join(String.raw`\, `)}`,
      `UID:${id}@agridesk`,
      'SEQUENCE:1',
      'DTSTART:20261120T040000Z',
      'DURATION:PT45M',
      'STATUS:CONFIRMED',
      String.raw`SUMMARY:Visit પટેલ\; F1\, 🌾`,
      String.raw`DESCRIPTION:One\nTwo`,
      'URL:https://agridesk.example/customers/F1',
    ])
      expect(text.split('\r\n')).toContain(line)
    expect(text).not.toMatch(/₹|rupee|overdue|balance|4,?321/i)

    // The secret address shows only the time, the customer code and the link, compared line by line.
    const plain = await fetchFeed(new URL(address).pathname)
    expect(plain.headers['cache-control']).toBe('private, max-age=300')
    expect(
      plain.body.split('\r\n').filter((line: string) => !/^(DTSTAMP|LAST-MODIFIED):/.test(line)),
    ).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//AgriDesk//Visits//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:AgriDesk visits',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      `UID:${id}@agridesk`,
      'SEQUENCE:1',
      'DTSTART:20261120T040000Z',
      'DURATION:PT45M',
      'STATUS:CONFIRMED',
      'SUMMARY:Visit F1',
      'URL:https://agridesk.example/customers/F1',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])

    // A moved plan is the same event; a cancelled one has that status.
    const moved = await plan('F1', '2026-11-21 09:30')
    expect(unfold((await fetchOwn()).body)).toMatch(
      new RegExp(`UID:${id}@agridesk\r\n[^]*SEQUENCE:2\r\nDTSTART:20261121T040000Z`),
    )
    await test.request('PATCH', `/api/v1/visits/${id}`, { Status: 'cancelled', version: moved.version })
    expect((await fetchOwn()).body).toContain('STATUS:CANCELLED')
    // A visit belongs to the employee it is assigned to, regardless of who planned it.
    const employee = await test.make('employee', { email: 'FIELD@example.in' })
    const assigned = await plan('F4', '2026-11-22 09:30', 'OFFICE')
    await test.request('PATCH', `/api/v1/visits/${assigned.id}`, {
      Assigned_To: employee.employeeNumber,
      version: assigned.version,
    })
    expect((await fetchOwn()).body).toContain(`UID:${assigned.id}@agridesk`)
  })

  it('shows a visit on the day it was made', async () => {
    const path = await makeAddress()
    const record = async (visit: Json, Visited_On: string): Promise<void> => {
      const { Visit_ID, Customer_Code } = visit
      const body = { Visit_ID, Customer_Code, Feedback: 'Seen', Visited_On }
      const { status } = await test.request('POST', '/api/plan-visit', body, { as: 'FIELD' })
      expect(status).toBeLessThan(300)
    }
    const early = await plan('G1', '2026-11-25 09:30')
    await record(early, '2026-11-14')
    const onTime = await plan('G2', '2026-11-15 09:30')
    await record(onTime, '2026-11-15')
    const text = unfold((await fetchFeed(path)).body)
    const eventOf = (visit: Json): string =>
      text.split('BEGIN:VEVENT').find((part) => part.includes(`UID:${visit.id}@agridesk`)) ?? ''
    expect(eventOf(early)).toContain('\r\nDTSTART;VALUE=DATE:20261114\r\nSTATUS:CONFIRMED')
    expect(eventOf(onTime)).toContain('\r\nDTSTART:20261115T040000Z\r\nDURATION:PT45M\r\nSTATUS:CONFIRMED')
    expect(text).not.toContain('20261125')
    const late = await plan('G3', '2026-11-14 09:30')
    const change = { Status: 'missed', version: late.version }
    expect((await test.request('PATCH', `/api/v1/visits/${late.id}`, change)).status).toBe(200)
    expect(unfold((await fetchFeed(path)).body)).toMatch(
      new RegExp(`UID:${late.id}@agridesk[^]*?DTSTART:20261114T040000Z[^]*?STATUS:CANCELLED`),
    )
  })

  it('returns 404 for an address that was replaced, switched off or belongs to an inactive account', async () => {
    const first = await makeAddress()
    const second = await makeAddress()
    expect((await fetchFeed(first)).status).toBe(404)
    expect((await fetchFeed(second)).status).toBe(200)
    expect((await fetchFeed(second.toLowerCase())).status).toBe(404)
    expect((await fetchFeed(second.replace('.ics', ''))).status).toBe(404)
    expect((await test.request('HEAD', second, undefined, { as: 'anonymous' })).status).toBe(200)
    expect((await test.request('DELETE', feedPath, undefined, { as: 'FIELD' })).status).toBe(204)
    expect((await test.request('GET', feedPath, undefined, { as: 'FIELD' })).body).toEqual(none)
    const gone = await fetchFeed(second)
    expect([gone.status, gone.body.msg]).toEqual([
      404,
      'There is no calendar at this address. Create a new one under My account',
    ])
    expect((await fetchFeed(await makeAddress('pending'))).status).toBe(404)
    const office = await makeAddress('OFFICE')
    expect((await fetchFeed(office)).status).toBe(200)
    await test.store.transaction((tx) =>
      tx.updateTable('account').set({ status: 'disabled' }).where('role_code', '=', 'OFFICE').execute(),
    )
    expect((await fetchFeed(office)).status).toBe(404)
    // Only the hash is stored.
    const rows = await test.store.read.selectFrom('calendar_feed').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(office.slice(14, -4))
  })

  it('rate-limits guesses, but not the right address', async () => {
    const path = await makeAddress()
    const guess = `/api/calendar/${'A'.repeat(43)}.ics`
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n++) statuses.add((await fetchFeed(guess)).status)
    expect([...statuses].toSorted()).toEqual([404, 429])
    expect((await fetchFeed(path)).status).toBe(200)
  })
})

it('no log line contains the secret of a calendar, however its URL is spelled', () => {
  let written = ''
  const sink = new Writable({ write: (chunk, _encoding, done) => ((written += String(chunk)), done()) })
  const serializers = (openLog('info') as unknown as Json)[pino.symbols.serializersSym as never]
  const log = pino({ serializers }, sink)
  const paths = (url: string, routeOptions?: object): string => {
    written = ''
    log.info({ req: { method: 'GET', url, ...(routeOptions && { routeOptions }) } }, 'answered')
    return JSON.parse(written).req.path
  }
  for (const url of [
    '/api/calendar/Secret.ics',
    '/API/%63alendar/Secret.ics?x=1',
    '/api/calendar/a/Secret',
    '/api/calendar%2FSecret',
    '/%61pi%2fcalendar%2f%53ecret.ics',
    '/%2561pi/%2563alendar/%2553ecret.ics',
    '/%25252525252563alendar/Secret',
    '//api/calendar/Secret.ics',
    '/api//calendar//Secret.ics',
    '/calendar/Secret.ics',
    '/api/calendar;Secret',
    '/api/calendar.ics/Secret',
    '/api/calendar/Secret%zz',
    '/api/calendar/%ffSecret',
    'http://desk.example/api/calendar/Secret.ics',
    'https://me:Secret@desk.example/api/v1/me',
    '/feeds/Secret_Secret-Secret_Secret-Secret_Secret1.ics',
    '/feeds/%53ecret_Secret-Secret_Secret-Secret_Secret1',
  ]) {
    expect(paths(url), url).not.toMatch(/secret/i)
    expect(written, url).not.toMatch(/secret/i)
  }
  // Logged by the matched route, whatever the path looks like.
  const route = { url: '/api/calendar/:file', config: { isPathSecret: true } }
  expect(paths('http://x/%61pi/%63alenda%72/Secret.ics', route)).toBe('/api/calendar/:file')
  // A path without a secret is logged as sent.
  const id = '0199a5b2-7c1e-7d3a-9f00-0123456789ab'
  for (const path of ['/api/v1/calendar', '/api/v1/cities/%E0%AA%95', `/api/v1/customers/${id}/page`, '/%zz'])
    expect(paths(`${path}?from=x`)).toBe(path)
  expect(paths('/calendar/week', { url: '/calendar/:view', config: {} })).toBe('/calendar/week')
})
