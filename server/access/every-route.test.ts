import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantable, isForAdministrators } from '#domain/access/role-rights.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { submitPathOf } from '#domain/contract/submit-paths.ts'
import { hasTerritory } from '#server/core/territory-filter.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

/** A text in the records of one place, which must not appear in answers to accounts of another place. */
const mark = 'Quillwort'

const everywhere = new Set(catalogue.filter(({ name }) => !hasTerritory(name)).map(({ path }) => path))
const formsOfEverywhere = new Set(
  forms.filter(({ entity }) => !hasTerritory(entity)).map(({ entity }) => submitPathOf(entity)),
)
/** Whether the URL is one of an entity without a territory, whose records are the same for every account. */
const isOfEverywhere = (url: string): boolean =>
  formsOfEverywhere.has(url) || url.split(/[/.]/).some((part) => everywhere.has(part))

interface Route {
  method: string
  url: string
}

/** Uses the registered routes of the server, so that new routes are tested as well. */
describe.each(databaseNames)('every route on %s, with records outside the scope', (database) => {
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
    // Assignments of the past and the future, and a cancelled plan, give no access today.
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
    // A role with all rights that a role can have, in another place.
    await test.make('role', { Role_Code: 'MANAGER', Role_Name: 'Station manager' })
    const rights = Object.entries(grantable).map(([subject, grants]) => [
      subject,
      grants.filter((grant) => !isForAdministrators(subject, grant)),
    ])
    const decision = { rights: Object.fromEntries(rights), sees: 'station', version: 0 }
    expect((await test.request('PUT', '/api/v1/role-rights/MANAGER', decision)).status).toBe(200)
    elsewhere = (await newPerson(test, 'elsewhere@example.in', 'MANAGER')).token
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

  /**
   * The URL with the marked records as parameters: by id, by code, and with a search for a part of the name. A record of an
   * entity without a territory, such as a zone, is only requested by the code of the customer: it has none of these ids.
   */
  const addressesOf = (url: string): string[] => {
    const subject = Object.keys(ids).find((name) => url.includes(name)) ?? 'customers'
    const values = isOfEverywhere(url) ? ids[subject]!.slice(1) : ids[subject]!
    const file = url.replace(':format', 'csv')
    const filled = [...new Set(values.map((id) => file.replaceAll(/:\w+/g, encodeURIComponent(id))))]
    if (isOfEverywhere(url) && file.includes(':')) return filled
    return filled.flatMap((each) => [
      each,
      `${each}?${url.includes('options') ? 'of=Customer_Code&' : ''}q=quillw`,
    ])
  }

  const contains = (body: unknown): boolean => JSON.stringify(body).includes(mark)

  it('returns the records only to accounts of the place', async () => {
    const visible: string[] = []
    const leaks: string[] = []
    for (const { url } of routes.filter(({ method }) => method === 'GET')) {
      for (const address of addressesOf(url)) {
        const ask = async (as: string): Promise<boolean> =>
          contains((await test.request('GET', address, undefined, { as })).body)
        if (await ask(elsewhere)) leaks.push(address)
        else if (!isOfEverywhere(url) && (await ask(here))) visible.push(address)
      }
    }
    expect(leaks).toEqual([])
    expect(visible.length).toBeGreaterThan(15)
    // Nor to accounts of the place, once the screens are closed to their function.
    const closing = [{ Module_Code: 'trade' }, { Module_Code: 'visits' }, { Process_Code: 'employee' }]
    for (const path of closing) await test.make('application', { Process_Code: '*', ...path })
    for (const address of visible)
      if (contains((await test.request('GET', address, undefined, { as: here })).body)) leaks.push(address)
    expect(leaks).toEqual([])
    for (const { id } of (await test.request('GET', '/api/v1/applications')).body.items)
      await test.request('DELETE', `/api/v1/applications/${id}`)
  }, 120_000)

  it('changes nothing and reveals nothing when other accounts send the codes in a body', async () => {
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
    const readAll = async (): Promise<Json> =>
      Promise.all(
        [`customers/${code}`, `visits/${visitId}`, `balances/${code}`, 'assignments', 'customer-places'].map(
          async (path) => (await test.request('GET', `/api/v1/${path}`)).body,
        ),
      )
    const before = await readAll()
    const isOwn = /\/(auth|me|admin)\//
    const leaks: string[] = []
    for (const { method, url } of routes) {
      if (method === 'GET' || method === 'HEAD' || url.includes(':') || isOwn.test(url)) continue
      if (formsOfEverywhere.has(url) || everywhere.has(url.split('/').at(-1)!)) continue
      for (const body of bodies) {
        const answer = await test.request(method, url, body, { as: elsewhere })
        // An answer may repeat the text of the request, but nothing else of the record.
        if (contains(answer.body) && !contains(body)) leaks.push(`${method} ${url} ${JSON.stringify(body)}`)
      }
    }
    expect(leaks).toEqual([])
    expect(await readAll()).toEqual(before)
  }, 120_000)

  it('changes nothing when other accounts send the ids or codes in the path', async () => {
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
        `\ntrust: ${routes.length} routes requested for records outside the scope, 0 leaks and 0 changes\n`,
      )
  }, 120_000)
})
