import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { Phone } from '#testing/phone.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { newId } from '../../store/new-id.ts'
import { maxCustomers } from './scope-ids.ts'

describe.each(databaseNames)('a phone of an account with very many customers on %s', (database) => {
  let test: TestApp
  let first: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    first = await test.make('customer', { Customer_Code: 'FIRST', PAN: 'ABCDE1234F', Visit_In_Days: 1 })
    await test.store.transaction(async (tx) => {
      const copied: Json = await tx.selectFrom('customer').selectAll().executeTakeFirstOrThrow()
      // Both are filled in by the database.
      const { rid: _rid, due_day: _due, ...row } = copied
      for (let at = 0; at < maxCustomers + 10; at += 200) {
        const copies = Array.from({ length: 200 }, (_each, more) => {
          const code = `COPY${at + more}`
          return { ...row, id: newId(test.clock.now), customer_code: code, natural_key: code.padStart(12) }
        })
        await tx.insertInto('customer').values(copies).execute()
      }
    })
  }, 120_000)
  afterAll(() => test.close())

  it('holds as many as fit, says so, and syncs further changes', async () => {
    const phone = new Phone(await test.as('FIELD'))
    const answer = await phone.sync(test)
    expect([answer.isCut, answer.isFull, phone.customers.size]).toEqual([true, true, maxCustomers])
    expect(JSON.stringify(answer)).not.toContain('ABCDE1234F')
    const again = await phone.ask(test)
    expect([again.isCut, again.isFull, again.ids, again.customers]).toEqual([true, false, null, []])
    const some = [...phone.customers.values()].find(({ code }) => code.startsWith('COPY'))!
    const { body } = await test.request('GET', `/api/v1/customers/${some.id}`)
    const changed = await test.request('PUT', `/api/v1/customers/${some.id}`, {
      ...body,
      Street: 'New street',
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const after = await phone.sync(test)
    expect(after.customers.map(({ street }) => street)).toContain('New street')
    expect(phone.content).toEqual((await phone.full(test)).content)
    expect(first.PAN).toBe('ABCDE1234F')
  }, 60_000)
})
