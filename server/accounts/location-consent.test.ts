import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('the consent to the location on %s', (database) => {
  let test: TestApp
  let customer: string
  beforeAll(async () => {
    test = await openTestApp(database)
    customer = String((await test.make('customer')).Customer_Code)
  })
  afterAll(() => test.close())
  const choose = (isAllowed: unknown, as = 'ADMIN'): Promise<Answer> =>
    test.request('PUT', '/api/v1/me/location', { isAllowed }, { as })
  const visit = (): Promise<Answer> =>
    test.request('POST', '/api/v1/visits', {
      Customer_Code: customer,
      Status: 'visited',
      Feedback: 'x',
      Check_In_Place: '22.5,72.9',
    })

  it('is not given at first, and no location is stored without it', async () => {
    const { body } = await test.request('GET', '/api/v1/me')
    expect(body.location).toEqual({ allowedAt: null, withdrawnAt: null })
    const { status, body: refused } = await visit()
    expect([status, refused.errors]).toEqual([
      422,
      [
        {
          field: 'Check_In_Place',
          message: 'Allow your location under My account first, or leave Check In Place out',
        },
      ],
    ])
  })

  it('is kept with its moment, and so is its withdrawal; the audit and the export have both', async () => {
    const allowedAt = test.clock.now.toISOString()
    expect((await choose(true)).body.location).toEqual({ allowedAt, withdrawnAt: null })
    expect((await visit()).body.Check_In_Place).toBe('22.5,72.9')
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    // The same choice again changes nothing.
    expect((await choose(true)).body.location.allowedAt).toBe(allowedAt)
    const withdrawnAt = test.clock.now.toISOString()
    const { body } = await choose(false)
    expect(body.location).toEqual({ allowedAt, withdrawnAt })
    expect((await visit()).status).toBe(422)
    const events = async (action: string): Promise<Json[]> =>
      (await test.request('GET', `/api/v1/audit?action=${encodeURIComponent(action)}`)).body.items
    expect(await events('location allowed')).toMatchObject([{ at: allowedAt, record: body.id }])
    expect(await events('location withdrawn')).toMatchObject([{ at: withdrawnAt, record: body.id }])
    const { body: exported } = await test.request('GET', `/api/admin/users/${body.id}/personal-data`)
    expect(exported.account.location).toEqual({ allowedAt, withdrawnAt })
  })

  it('is of the own account, and true or false', async () => {
    expect((await choose('yes')).status).toBe(422)
    expect((await choose(true, 'anonymous')).status).toBe(401)
    const { body } = await choose(true, 'FIELD')
    expect(body.location.allowedAt).not.toBeNull()
    const { body: other } = await test.request('GET', '/api/v1/me', undefined, { as: 'OFFICE' })
    expect(other.location.allowedAt).toBeNull()
  })
})
