import { describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { day, hour, newPhone, noon, openField, type TestPhone } from '#testing/field-phone.ts'
import { newPerson } from '#testing/people.ts'
import type { Json } from '#testing/test-app.ts'
import { openSession } from '../../accounts/sign-in/session-store.ts'

describe.each(databaseNames)('customers that left the places of an account on %s', (database) => {
  const field = openField(database)
  const { newCustomer, kinds } = field

  const placeOf = (of: Json): Json => ({
    countryCode: of.Country_Code,
    zoneCode: of.Zone_Code,
    stateCode: of.State_Code,
    poolCode: of.Pool_Code,
    stationCode: of.Station_Code,
    cityCode: of.City_Code,
  })
  const later = (milliseconds: number): void => {
    field.test.clock.now = new Date(field.test.clock.now.getTime() + milliseconds)
  }
  const change = async (path: string, values: Json): Promise<void> => {
    const { body } = await field.test.request('GET', path)
    const { status, body: saved } = await field.test.request('PATCH', path, {
      ...values,
      version: body.version,
    })
    expect([status, JSON.stringify(saved)]).toEqual([200, expect.any(String)])
  }

  let people = 0
  const personAt = async (home: Json): Promise<{ phone: TestPhone; employee: Json; id: string }> => {
    const email = `past-${++people}-${database}@example.in`
    const employee = await field.test.make('employee', { email, ...placeOf(home) })
    const person = await newPerson(field.test, email, 'FIELD')
    return { phone: await newPhone(field.test, person), employee, id: person.id }
  }
  const visit = (phone: TestPhone, customer: Json): Json =>
    phone.event('visit', customer, { Feedback: 'Met' }, { at: noon.toISOString() })
  const expectAttached = async (result: Json, customer: Json): Promise<void> => {
    expect([result.state, kinds(result)]).toEqual(['accepted', ['outside-scope']])
    const stored = field.test.store.read.selectFrom('visit').select('customer_code')
    expect(await stored.where('id', '=', result.visit.id).executeTakeFirst()).toEqual({
      customer_code: customer.Customer_Code,
    })
  }

  it('get the visit after the employee moved to another station', async () => {
    const [old, next] = [await newCustomer(), await newCustomer()]
    const { phone, employee } = await personAt(old)
    later(hour)
    await change(`/api/v1/employees/${employee.id}`, placeOf(next))
    later(hour)
    await expectAttached(await phone.sendOne(visit(phone, old)), old)
    const foreign = await phone.sendOne(visit(phone, await newCustomer()))
    expect(kinds(foreign)).toEqual(['no-customer'])
  })

  it('get the visit after their city was corrected, also when it arrives much later', async () => {
    const [old, next] = [await newCustomer(), await newCustomer()]
    const { phone } = await personAt(old)
    later(hour)
    const { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code } = next
    const place = { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code }
    await change(`/api/v1/customers/${old.id}`, place)
    later(2 * day)
    await expectAttached(await phone.sendOne(visit(phone, old)), old)
  })

  it('get the visit after the places of the account were changed', async () => {
    const [old, next] = [await newCustomer(), await newCustomer()]
    const { phone, id } = await personAt(old)
    later(hour)
    const places = (of: Json): Json[] => [{ level: 'station', code: of.Station_Code }]
    const assign = async (of: Json, version: number): Promise<void> => {
      const body = { places: places(of), version }
      expect((await field.test.request('PATCH', `/api/admin/users/${id}`, body)).status).toBe(200)
    }
    await assign(next, 1)
    later(hour)
    // Before, the account had the place of its employee.
    await expectAttached(await phone.sendOne(visit(phone, old)), old)
    const third = await newCustomer()
    await assign(third, 2)
    await expectAttached(await phone.sendOne(visit(phone, next)), next)
  })

  it('get no visit of an account whose places were others for longer than 30 days, unless it visited them', async () => {
    const [old, next, visited] = [await newCustomer(), await newCustomer(), await newCustomer()]
    const { phone, employee } = await personAt(visited)
    expect(kinds(await phone.sendOne(visit(phone, visited)))).toEqual([])
    await change(`/api/v1/employees/${employee.id}`, placeOf(old))
    await change(`/api/v1/employees/${employee.id}`, placeOf(next))
    later(32 * day)
    const late = (customer: Json): Json => ({
      ...visit(phone, customer),
      at: field.test.clock.now.toISOString(),
    })
    const renewed = await newPhoneOf(phone)
    expect(kinds(await renewed.sendOne(late(old)))).toEqual(['no-customer'])
    await expectAttached(await renewed.sendOne(late(visited)), visited)
  })

  /** With a new session of its account. */
  async function newPhoneOf(phone: TestPhone): Promise<Pick<TestPhone, 'sendOne'>> {
    const owner = { accountId: phone.account, role: 'FIELD', address: 'test', device: 'test' }
    const token = await field.test.store.transaction((tx) => openSession(tx, owner, field.test.clock.now))
    return { sendOne: (event) => phone.sendOne(event, { as: token }) }
  }
})
