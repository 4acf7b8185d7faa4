import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { gate } from '../core/gate.ts'

const rounds = Array.from({ length: 12 }, (_, at) => `2027-01-${String(at + 10)}`)

describe.each(databaseNames)('concurrent changes of visits on %s', (database) => {
  let test: TestApp
  let Customer_Code: string
  beforeAll(async () => {
    test = await openTestApp(database)
    Customer_Code = (await test.make('customer')).Customer_Code
    await test.as('FIELD')
    await test.as('ADMIN')
  })
  afterAll(() => test.close())

  const send = (body: unknown): Promise<Answer> =>
    test.request('POST', '/api/plan-visit', body, { as: 'FIELD' })
  const plan = (day: string): Promise<Answer> =>
    send({ Customer_Code, Planned_Date: day, Planned_Time: '09:00' })
  const openPlans = async (): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/visits?Customer_Code=${Customer_Code}&Status=planned`)).body.items
  const at = (visit: Json): string => `/api/v1/visits/${visit.id}`

  it('concurrent results without a customer do not close the same plan', async () => {
    for (const Planned_Date of rounds) {
      const { body } = await plan(Planned_Date)
      const answers = await Promise.all(
        ['first', 'second', 'third'].map((Feedback) =>
          send({ Planned_Date, Planned_Time: '09:00', Feedback }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 202, 202])
      expect(answers.find(({ status }) => status === 201)!.body.id).toBe(body.id)
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(3)
    }
  })

  it('returns 409 to the second of two concurrent results for one visit', async () => {
    for (const day of rounds) {
      const { Visit_ID } = (await plan(day)).body
      const answers = await Promise.all([
        send({ Visit_ID, Feedback: 'first' }),
        send({ Visit_ID, Customer_Code, Feedback: 'second' }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })

  it('a plan saved while the open plan is deleted is either stored or deleted with it, never acknowledged and lost', async () => {
    for (const day of rounds) {
      const { body } = await plan(day)
      const [deleted, planned] = await Promise.all([test.request('DELETE', at(body)), plan('2027-02-02')])
      expect(deleted.status).toBe(204)
      const found = await test.request('GET', at(planned.body))
      const { body: trace } = await test.request('GET', `${at(body)}/history`)
      // Either planned anew after the deletion, or moved first and then deleted.
      if (planned.status === 201) expect(found.status).toBe(200)
      else expect([found.status, trace.items[0].before.Planned_At]).toEqual([404, planned.body.Planned_At])
      for (const open of await openPlans()) await test.request('DELETE', at(open))
    }
  })

  it('a concurrent cancellation and move do not overwrite each other', async () => {
    for (const day of rounds) {
      const { body } = await plan(day)
      const [cancelled, planned] = await Promise.all([
        test.request('PATCH', at(body), { version: body.version, Status: 'cancelled' }),
        plan('2027-02-02'),
      ])
      expect([
        [200, 201], // cancelled, then planned anew
        [409, 200], // moved, then the cancellation had a stale version
      ]).toContainEqual([cancelled.status, planned.status])
      expect(await openPlans()).toHaveLength(1)
    }
  })

  it('restores only one of several plans of a customer restored at once', async () => {
    for (const open of await openPlans()) await test.request('DELETE', at(open))
    const binned: Json[] = []
    for (const day of rounds.slice(0, 4)) {
      const { body } = await plan(day)
      await test.request('DELETE', at(body))
      binned.push(body)
    }
    const answers = await Promise.all(binned.map((each) => test.request('POST', `${at(each)}/restore`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await openPlans()).toHaveLength(1)
  })

  it('a record changed since it was read is neither overwritten nor deleted', async () => {
    const customers = gate(test.ctx, 'update', 'customer')
    const stale = (await customers.find(Customer_Code))!
    await customers.transaction((writer) => writer.update(stale, stale))
    const sentence = /was changed by someone else meanwhile. Nothing was overwritten$/
    await expect(customers.transaction((writer) => writer.update(stale, stale))).rejects.toThrow(sentence)
    await expect(customers.transaction((writer) => writer.remove(stale))).rejects.toThrow(sentence)
    expect((await customers.find(Customer_Code))!.version).toBe(stale.version + 1)
  })
})
