import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantable, isForAdministrators } from '#domain/access/role-rights.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { isPlaced } from '#server/within.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

/** Stands in every field of what lies in one place, and is looked for in everything the server says to others. */
const mark = 'Quillwort'

interface Route {
  method: string
  url: string
}

/** Made from the routes the server really has: a new one is asked as well, by those who should learn nothing from it. */
describe.each(databaseNames)('every route on %s, asked with what lies elsewhere', (database) => {
  let test: TestApp
  const routes: Route[] = []
  let here: string
  let elsewhere: string
  const ids: Record<string, string[]> = {}

  beforeAll(async () => {
    test = await openTestApp(database, {}, (app) => {
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) routes.push({ method: each, url })
      })
    })
    const marked = await test.make('customer', {
      Customer_Code: 'HID',
      Customer_Name: mark,
      Street: mark,
      Erp_Code: 'E-HID',
    })
    const far = await test.make('customer', { Customer_Code: 'FAR', Erp_Code: 'E-FAR' })
    expect(far.Station_Code).not.toBe(marked.Station_Code)
    const employee = await test.make('employee', {
      name: `${mark} Ravi`,
      email: 'here@example.in',
      ...place(marked),
    })
    const away = await test.make('employee', {
      name: 'Far Away',
      email: 'elsewhere@example.in',
      ...place(far),
    })
    // What was theirs until yesterday, will be from tomorrow on, or was planned and cancelled, is not theirs today.
    const assigned = { Customer_Code: 'HID', Employee_Number: away.employeeNumber }
    await test.make('assignment', { ...assigned, From_Day: '2026-01-01', Until_Day: '2026-11-14' })
    await test.make('assignment', { ...assigned, From_Day: '2026-11-16', Until_Day: null })
    const planned = { Customer_Code: 'HID', Planned_Date: '2026-11-20', Planned_Time: '10:00' }
    const { body: plan } = await test.request('POST', '/api/plan-visit', {
      ...planned,
      Assigned_To: away.employeeNumber,
    })
    const over = { Status: 'cancelled', version: plan.version }
    expect((await test.request('PATCH', `/api/v1/visits/${plan.id}`, over)).status).toBe(200)
    const balance = { Customer_Code: 'HID', As_Of: '2026-11-01', Receivable: 100, Overdue: 50 }
    const owed = await test.make('balance', balance)
    const visit = { Customer_Code: 'HID', Visited_On: '2026-11-10', Remarks: mark }
    const { body: visited } = await test.request('POST', '/api/v1/visits', visit)
    Object.assign(ids, {
      customers: [marked.id, 'HID'],
      visits: [visited.id, visited.Visit_ID],
      balances: [owed.id, 'HID'],
      employees: [employee.id, employee.employeeNumber],
    })
    here = (await newPerson(test, 'here@example.in', 'FIELD')).token
    // Whoever may do whatever a role can be given, in another place.
    await test.make('role', { Role_Code: 'LORD', Role_Name: 'Lord of a station' })
    const rights = Object.entries(grantable).map(([subject, given]) => [
      subject,
      given.filter((grant) => !isForAdministrators(subject, grant)),
    ])
    const decision = { rights: Object.fromEntries(rights), sees: 'station', version: 0 }
    expect((await test.request('PUT', '/api/v1/role-rights/LORD', decision)).status).toBe(200)
    elsewhere = (await newPerson(test, 'elsewhere@example.in', 'LORD')).token
  })
  afterAll(() => test.close())

  const place = (customer: Json): Json => ({
    countryCode: customer.Country_Code,
    zoneCode: customer.Zone_Code,
    stateCode: customer.State_Code,
    poolCode: customer.Pool_Code,
    stationCode: customer.Station_Code,
    cityCode: customer.City_Code,
  })

  /** The address with what lies in that place for its parameters: by id, by code, and searched for by a part of its name. */
  const addressesOf = (url: string): string[] => {
    const subject = Object.keys(ids).find((name) => url.includes(name)) ?? 'customers'
    const filled = [...new Set(ids[subject]!.map((id) => url.replaceAll(/:\w+/g, encodeURIComponent(id))))]
    return filled.flatMap((each) => [
      each,
      `${each}?${url.includes('options') ? 'of=Customer_Code&' : ''}q=quillw`,
    ])
  }

  const tellsOf = (body: unknown): boolean => JSON.stringify(body).includes(mark)

  it('tells of it to those who are there, and nothing to those who are not', async () => {
    const told: string[] = []
    const leaks: string[] = []
    for (const { url } of routes.filter(({ method }) => method === 'GET')) {
      for (const address of addressesOf(url)) {
        const ask = async (as: string): Promise<boolean> =>
          tellsOf((await test.request('GET', address, undefined, { as })).body)
        if (await ask(elsewhere)) leaks.push(address)
        else if (await ask(here)) told.push(address)
      }
    }
    expect(leaks).toEqual([])
    expect(told.length).toBeGreaterThan(15)
    // Nor to those who are there, once its screens are open to another function.
    const closing = [{ Module_Code: 'trade' }, { Module_Code: 'visits' }, { Process_Code: 'employee' }]
    for (const path of closing) await test.make('application', { Process_Code: '*', ...path })
    for (const address of told)
      if (tellsOf((await test.request('GET', address, undefined, { as: here })).body)) leaks.push(address)
    expect(leaks).toEqual([])
    for (const { id } of (await test.request('GET', '/api/v1/applications')).body.items)
      await test.request('DELETE', `/api/v1/applications/${id}`)
  }, 60_000)

  it('takes nothing about it from those who are not there, and tells them nothing for it', async () => {
    const [id, code] = ids['customers']!
    const [visit, visitId] = ids['visits']!
    const day = '2026-11-20'
    const bodies = [
      { Customer_Code: code, Visited_On: '2026-11-12' },
      { Customer_Code: code, From_Day: day, Employee_Number: ids['employees']![1] },
      { Customer_Code: code, As_Of: '2026-11-10', Receivable: 5, Overdue: 1 },
      { Customer_Code: code, Place: '23.02,72.57' },
      { Visit_ID: visitId, Feedback: 'x' },
      { entity: 'customer', record: id, body: 'x' },
      { action: 'update', ids: [id, code], set: { Street: 'x' } },
      { action: 'delete', query: 'q=quillw' },
      { items: [id, visit].map((each) => ({ entity: each === id ? 'customer' : 'visit', id: each })) },
      { Customer_Codes: [code], Day: day, From: '09:00' },
      { Visit_IDs: [visitId], To_Employee: null },
      { Visit_IDs: [visitId], day: '2026-11-10', employee: 'all' },
      { rows: [{ Customer_Code: code, As_Of: '2026-11-10', Receivable: 5, Overdue: 1 }] },
      { From_Employee: null, To_Employee: ids['employees']![1], customers: 'all', From_Day: day },
      { Customer_Name: mark, Customer_Phone: '9' },
    ]
    const stands = async (): Promise<Json> =>
      Promise.all(
        [`customers/${code}`, `visits/${visitId}`, `balances/${code}`, 'assignments', 'customer-places'].map(
          async (path) => (await test.request('GET', `/api/v1/${path}`)).body,
        ),
      )
    const before = await stands()
    const isOwn = /\/(auth|me|admin)\//
    const everywhere = catalogue.filter(({ name }) => !isPlaced(name)).map(({ path }) => path)
    const leaks: string[] = []
    for (const { method, url } of routes) {
      if (method === 'GET' || method === 'HEAD' || url.includes(':') || isOwn.test(url)) continue
      if (everywhere.includes(url.split('/').at(-1)!)) continue
      for (const body of bodies) {
        const told = await test.request(method, url, body, { as: elsewhere })
        // What was typed is said back; what else is known of it is not.
        if (tellsOf(told.body) && !tellsOf(body)) leaks.push(`${method} ${url} ${JSON.stringify(body)}`)
      }
    }
    expect(leaks).toEqual([])
    expect(await stands()).toEqual(before)
  }, 60_000)

  it('changes nothing of it for those who are not there', async () => {
    const isOwn = /\/(auth|me)\//
    const done: string[] = []
    for (const { method, url } of routes) {
      if (method === 'GET' || method === 'HEAD' || !url.includes(':') || isOwn.test(url)) continue
      for (const address of addressesOf(url).filter((each) => !each.includes('?'))) {
        const { status } = await test.request(method, address, { Customer_Code: 'HID' }, { as: elsewhere })
        if (status < 300) done.push(`${method} ${address}`)
      }
    }
    expect(done).toEqual([])
    if (process.env['TRUST'])
      process.stdout.write(
        `\ntrust: ${routes.length} routes asked about what lies elsewhere, nothing told and nothing done\n`,
      )
  }, 60_000)
})
