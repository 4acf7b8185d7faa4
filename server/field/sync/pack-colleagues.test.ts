import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { Phone } from '#testing/phone.ts'
import { otherState } from '#testing/save-record.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('who may come along, on a phone on %s', (database) => {
  let test: TestApp
  let phone: Phone
  const employees: Record<string, Json> = {}
  const names = (): string[] => (phone.masters?.colleagues ?? []).map(({ name }) => name)

  beforeAll(async () => {
    test = await openTestApp(database)
    const home = await test.make('customer', { Customer_Code: 'C1' })
    const away = await otherState(test, home)
    const levels = ['Country', 'Zone', 'State', 'Pool', 'Station', 'City']
    const placeOf = (values: Json): Json =>
      Object.fromEntries(levels.map((level) => [`${level.toLowerCase()}Code`, values[`${level}_Code`]]))
    const make = async (name: string, values: Json, manager: string | null): Promise<void> => {
      const [userId, email] = [`U-${name.toUpperCase()}`, `${name.toLowerCase()}@come.in`]
      employees[name] = await test.make('employee', { name, email, userId, ...placeOf(values) })
      await test.make('staffUser', {
        User_Id: userId,
        Employee_Code: name,
        Employee_Name: name,
        Emp_Mail_Id: email,
        Admin_Rpt_Manager_Code: manager,
        Function_Rpt_Manager_Code: null,
      })
    }
    const far = { ...home, ...away }
    await make('Kiran', far, null)
    await make('Meena', far, 'Kiran')
    await make('Ravi', home, 'Meena')
    await make('Near', home, null)
    await make('Stranger', far, null)
    phone = new Phone((await newPerson(test, 'ravi@come.in', 'FIELD')).token)
    await phone.sync(test)
  }, 60_000)
  afterAll(() => test.close())

  it('are the employees in scope and the managers, without the account itself', () => {
    expect(names()).toEqual(['Kiran', 'Meena', 'Near'])
  })

  it('change with the employees: a new, a renamed and a retired one', async () => {
    const { id, version } = employees['Near']
    const {
      id: _,
      version: _1,
      createdAt: _2,
      updatedAt: _3,
      employeeNumber: _4,
      ...values
    } = employees['Near']
    const path = '/api/v1/employees'
    const added = await test.request('POST', path, {
      ...values,
      name: 'Asha',
      email: 'asha@come.in',
      userId: 'U-ASHA',
    })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    await phone.sync(test)
    expect(names()).toEqual(['Asha', 'Kiran', 'Meena', 'Near'])
    const saved = await test.request('PATCH', `${path}/${id}`, { name: 'Nearby', version })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const retired = await test.request('POST', `${path}/${added.body.employeeNumber}/retire`, {})
    expect(retired.status, JSON.stringify(retired.body)).toBe(200)
    await phone.sync(test)
    expect(names()).toEqual(['Kiran', 'Meena', 'Nearby'])
    expect(phone.content).toEqual((await phone.full(test)).content)
  })
})
