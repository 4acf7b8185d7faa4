import { expiryOf } from '#domain/licences/licences.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { metaNames, type StoredRecord } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { adviseGstin } from '#domain/india/gstin.ts'
import { advisePan } from '#domain/india/pan.ts'
import { advisePincode } from '#domain/india/pincode.ts'
import { daysPending } from '#domain/visits/schedule.ts'
import { ConfigError } from '#server/base/config.ts'
import { shapeOf, toRecord } from '#server/store/records/record-rows.ts'
import type { Store } from '#server/store/store.ts'
import { databaseNames, type DatabaseName } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { loadSampleFirm } from './sample-firm.ts'
import { dynamic } from '../store/dialect.ts'

const sixOfVisitEntry = [
  'Shree Umiya Krushi Kendra',
  'Bhikhabhai Chaudhary',
  'Khodal Agro Centre',
  'Sahyadri Krushi Seva Kendra',
  'Dattatray Shinde',
  'Vidarbha Krushi Bhandar',
]

async function all(store: Store, name: string): Promise<StoredRecord[]> {
  const entity = entityNamed(name)
  const query = dynamic(store.read).selectFrom(tableOf(entity)).select(shapeOf(entity).selection)
  const rows = await query.orderBy('natural_key').execute()
  return rows.map((row) => toRecord(entity, row))
}

/** All records without ids, versions and timestamps. */
async function contentOf(store: Store): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const { name } of catalogue) {
    const records = await all(store, name)
    const plain = records.map((record) =>
      Object.fromEntries(Object.entries(record).filter(([field]) => !metaNames.includes(field as 'id'))),
    )
    // Messages have no key but their id, so they are sorted by content.
    content[name] = plain.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  return content
}

// Loading the whole firm takes seconds, and longer on shared machines.
const timeout = 60_000

const firms = new Map<DatabaseName, TestApp>()
beforeAll(async () => {
  for (const database of databaseNames) {
    const firm = await openTestApp(database)
    firms.set(database, firm)
    expect(await loadSampleFirm(firm.ctx)).toBe(true)
  }
}, timeout)
afterAll(async () => {
  for (const firm of firms.values()) await firm.close()
})

test('the sample firm is the same on both databases', async () => {
  const [first, second] = [...firms.values()] as [TestApp, TestApp]
  expect(await contentOf(second.store)).toEqual(await contentOf(first.store))
})

describe.each(databaseNames)('the sample firm on %s', (database) => {
  let firm: TestApp
  beforeAll(() => {
    firm = firms.get(database)!
  })

  const records = (name: string): Promise<StoredRecord[]> => all(firm.store, name)

  test('loads once', async () => {
    const before = await contentOf(firm.store)
    expect(await loadSampleFirm(firm.ctx)).toBe(false)
    expect(await contentOf(firm.store)).toEqual(before)
  })

  test('has the expected number of records', async () => {
    const counts: Record<string, number> = {}
    for (const { name } of catalogue) counts[name] = (await records(name)).length
    expect(counts).toEqual({
      country: 249,
      zone: 6,
      state: 36,
      pool: 69,
      station: 610,
      city: 156,
      company: 2,
      branch: 10,
      functionalLevel: 6,
      jobFunction: 31,
      industry: 9,
      role: 4,
      staffUser: 16,
      userRole: 23,
      application: 10,
      currency: 171,
      gst: 9,
      crop: 14,
      soil: 7,
      season: 4,
      material: 12,
      paymentTerm: 8,
      customer: 62,
      cropLot: 19,
      employee: 13,
      cropSoilSeasonMapping: 52,
      cropMaterialMapping: 43,
      contactMessage: 4,
      service: 6,
      visit: 168,
      balance: 57,
      assignment: 66,
      holiday: 25,
      customerPlace: 11,
      customerLicence: 97,
      cityPlace: 130,
      workingTime: 0,
      leave: 0,
      workPlan: 0,
      workPlanStop: 0,
    })
  })

  test('every customer and employee has a consistent path in the territory', async () => {
    const byCode = async (name: string): Promise<Map<unknown, StoredRecord>> =>
      new Map((await records(name)).map((record) => [record[entityNamed(name).key[0]!], record]))
    const [zones, states, pools, stations, cities] = await Promise.all(
      ['zone', 'state', 'pool', 'station', 'city'].map(byCode),
    )
    const located = [
      ...(await records('customer')),
      ...(await records('employee')).map((employee) => ({
        Station_Code: employee['stationCode'],
        Pool_Code: employee['poolCode'],
        State_Code: employee['stateCode'],
        Zone_Code: employee['zoneCode'],
        Country_Code: employee['countryCode'],
        City_Code: employee['cityCode'],
        Pin_Code: employee['pincode'],
      })),
    ] as Record<string, unknown>[]
    for (const record of located) {
      const station = stations!.get(record['Station_Code'])!
      const pool = pools!.get(record['Pool_Code'])!
      const state = states!.get(record['State_Code'])!
      expect(station['Pool_Code']).toBe(record['Pool_Code'])
      expect(pool['State_Code']).toBe(record['State_Code'])
      expect(state['Zone_Code']).toBe(record['Zone_Code'])
      expect(zones!.get(record['Zone_Code'])!['Country_Code']).toBe(record['Country_Code'])
      expect(cities!.get(record['City_Code'])!['State_Code']).toBe(record['State_Code'])
      expect(advisePincode(String(record['Pin_Code']), { extCode: Number(state['Ext_Code']) })).toEqual([])
    }
  })

  test('PAN and GSTIN numbers are well-formed', async () => {
    for (const customer of await records('customer')) {
      const type = customer['Type'] as 'business' | 'individual'
      const name = String(customer['Customer_Name'])
      expect(advisePan(String(customer['PAN'] ?? ''), { type, name })).toEqual([])
    }
    const states = new Map((await records('state')).map((state) => [state['State_Code'], state['Ext_Code']]))
    const businesses = (await records('customer')).filter((customer) => customer['GSTIN'] !== null)
    expect(businesses.length).toBeGreaterThan(30)
    for (const place of [...(await records('company')), ...(await records('branch')), ...businesses]) {
      const at = { extCode: Number(states.get(place['State_Code'])), pan: String(place['PAN'] ?? '') }
      expect(adviseGstin(String(place['GST_No'] ?? place['GSTIN']), at)).toEqual([])
    }
  })

  test('dealers have licences, some of which have expired or expire soon', async () => {
    const today = dayIn(firm.clock.now, 'Asia/Kolkata')
    const states = (await records('customerLicence')).map((licence) =>
      expiryOf(String(licence['Valid_Until']), today),
    )
    expect(states.filter((state) => state === 'expired').length).toBeGreaterThan(5)
    expect(states.filter((state) => state === 'soon').length).toBeGreaterThan(5)
    expect(states.filter((state) => state === undefined).length).toBeGreaterThan(50)
  })

  test('the six customers of Visit Entry have an open plan', async () => {
    const customers = await records('customer')
    const planned = new Set(
      (await records('visit'))
        .filter((visit) => visit['Status'] === 'planned')
        .map((visit) => visit['Customer_Code']),
    )
    const found = customers.filter((customer) => sixOfVisitEntry.includes(String(customer['Customer_Name'])))
    expect(found.map((customer) => customer['Customer_Code'])).toEqual([
      'C1001',
      'C1002',
      'C1003',
      'C1004',
      'C1005',
      'C1006',
    ])
    for (const customer of found) expect(planned.has(customer['Customer_Code']!)).toBe(true)
  })

  test('last visits agree with the visits, and every due state occurs', async () => {
    const visits = await records('visit')
    const now = firm.clock.now
    const pending: number[] = []
    let never = 0
    for (const customer of await records('customer')) {
      const visited = visits.filter(
        (visit) => visit['Customer_Code'] === customer['Customer_Code'] && visit['Status'] === 'visited',
      )
      const last = visited.toSorted((one, other) =>
        String(one['Visited_On']) < String(other['Visited_On']) ? 1 : -1,
      )[0]
      expect(customer['Last_Visited']).toBe(last?.['Visited_On'] ?? null)
      expect(customer['Last_Visit_ID']).toBe(last?.['Visit_ID'] ?? null)
      if (!last) never++
      else
        pending.push(
          daysPending(String(last['Visited_On']), Number(customer['Visit_In_Days']), now, 'Asia/Kolkata'),
        )
    }
    const today = dayIn(now, 'Asia/Kolkata')
    expect(visits.every((visit) => visit['Visited_On'] === null || String(visit['Visited_On']) < today)).toBe(
      true,
    )
    expect(never).toBeGreaterThan(3)
    // Counted from midnight and rounded up: 1 on the due day.
    expect(pending.filter((days) => days === 1).length).toBeGreaterThan(3)
    expect(pending.filter((days) => days > 1).length).toBeGreaterThan(20)
    expect(pending.filter((days) => days < 1).length).toBeGreaterThan(10)
    const statuses = Object.groupBy(visits, (visit) => String(visit['Status']))
    expect(statuses['missed']).toHaveLength(4)
    expect(statuses['cancelled']).toHaveLength(3)
    for (const visit of [...statuses['missed']!, ...statuses['cancelled']!])
      expect(visit['Reason']).toBeTruthy()
    const days = Object.groupBy(statuses['planned']!, (visit) =>
      dayIn(new Date(String(visit['Planned_At'])), 'Asia/Kolkata'),
    )
    expect(days[today]!.length).toBeGreaterThan(5)
    expect(days[addDays(today, 1)]!.length).toBeGreaterThan(4)
    expect(statuses['planned']!.filter((visit) => visit['Assigned_To']).length).toBeGreaterThan(12)
    const made = statuses['visited']!
    for (const result of ['used', 'worked', 'did not work'])
      expect(made.filter((visit) => visit['Last_Crop_Result'] === result).length, result).toBeGreaterThan(5)
    expect(made.filter((visit) => visit['Contact_Mode'] === 'by phone').length).toBeGreaterThan(5)
    expect(made.filter((visit) => visit['Planned_At'] === null).length).toBeGreaterThan(5)
  })

  test('balances agree with the visits, with several days of history', async () => {
    const today = dayIn(firm.clock.now, 'Asia/Kolkata')
    const balances = await records('balance')
    expect(balances.every(({ As_Of }) => String(As_Of) < today)).toBe(true)
    expect(balances.filter(({ Overdue }) => Number(Overdue) > 0).length).toBeGreaterThan(15)
    const page = (await firm.request('GET', '/api/v1/customers/C1001/page')).body
    expect(page.balances.length).toBeGreaterThan(3)
    for (const visit of page.visits.items
      .filter((each: StoredRecord) => each['Status'] === 'visited')
      .slice(0, 3)) {
      const then = page.balances.find((each: StoredRecord) => each['As_Of'] === visit.Balance_As_Of)
      expect(visit.Amount_Receivables).toBe(`₹${then.Receivable.toLocaleString('en-IN')}`)
    }
    expect(page.plan.Employee).toMatchObject({ name: 'Bharat Chaudhari' })
    const places = new Map((await records('cityPlace')).map((each) => [each['City_Code'], each['Place']]))
    for (const customer of await records('customer'))
      expect(places.get(customer['City_Code']!), String(customer['City_Code'])).toBeTruthy()
  })

  test('advice given at a visit follows the mappings', async () => {
    const advised = (await records('visit')).filter((visit) => visit['New_Recommended_Crops'] !== null)
    expect(advised.length).toBeGreaterThan(100)
    const codes = new Map((await records('crop')).map((crop) => [crop['Crop_Name'], crop['Crop_Code']]))
    const seasons = new Map(
      (await records('season')).map((each) => [each['Season_Name'], each['Season_Code']]),
    )
    const soils = new Map((await records('soil')).map((each) => [each['Soil_Name'], each['Soil_Code']]))
    const customers = new Map(
      (await records('customer')).map((each) => [each['Customer_Code'], each['Soil_Name']]),
    )
    const mapped = new Set(
      (await records('cropSoilSeasonMapping')).map((each) =>
        [each['Crop_Code'], each['Season_Code'], each['Soil_Code']].join(),
      ),
    )
    for (const visit of advised) {
      const soil = soils.get(customers.get(visit['Customer_Code']!)!)
      const season = seasons.get(visit['Season_Recommendation']!)
      for (const crop of visit['New_Recommended_Crops'] as string[]) {
        expect(mapped.has([codes.get(crop), season, soil].join())).toBe(true)
      }
    }
  })
})

// On one database: what is loaded, and how, is compared on both above.
test(
  'uses existing records, refuses conflicting ones, and counts days from today in the firm’s time zone',
  async () => {
    const other = await openTestApp('sqlite')
    try {
      await other.make('country', { Country_Code: 'in', Country_Name: 'Bharat' })
      await other.make('zone', { Zone_Code: 'W', Zone_Name: 'Paschim', Country_Code: 'IN' })
      const state = { State_Code: 'GJ', State_Name: 'Gujarat', Ext_Code: 24, Zone_Code: 'W' }
      await other.make('state', state)
      const wrong = await other.make('state', {
        ...state,
        State_Code: 'MH',
        State_Name: 'Maharashtra',
        Ext_Code: 27,
      })
      await other.make('pool', { Pool_Code: 'P-AHM', State_Code: 'MH' })
      const refused = loadSampleFirm(other.ctx)
      await expect(refused).rejects.toThrow(ConfigError)
      await expect(refused).rejects.toThrow(/City GJ-AMD belongs to state GJ, not MH/)
      expect(await all(other.store, 'customer')).toEqual([])

      await other.request('DELETE', '/api/v1/pools/P-AHM')
      await other.request('DELETE', `/api/v1/states/${wrong.id}`)
      // 02:30 in India; still the day before in London.
      other.clock.now = new Date('2026-12-31T21:00:00.000Z')
      expect(await loadSampleFirm(other.ctx)).toBe(true)
      const zone = (await all(other.store, 'zone')).find((each) => each['Zone_Code'] === 'W')
      expect(zone?.['Zone_Name']).toBe('Paschim')
      const customers = await all(other.store, 'customer')
      expect(customers).toHaveLength(62)
      expect(customers[0]?.['Last_Visited']).toBe(addDays('2027-01-01', -22))
    } finally {
      await other.close()
    }
  },
  timeout,
)
