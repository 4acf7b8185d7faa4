import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { gate } from '../gate.ts'

const rounds = Array.from({ length: 12 }, (_, at) => `2027-01-${String(at + 10)}`)

describe.each(databaseNames)('visits changed by two at once on %s', (database) => {
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

  it('two results without a customer do not both land on the one plan', async () => {
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

  it('two results for one named visit: the second is told', async () => {
    for (const day of rounds) {
      const { Visit_ID } = (await plan(day)).body
      const answers = await Promise.all([
        send({ Visit_ID, Feedback: 'first' }),
        send({ Visit_ID, Customer_Code, Feedback: 'second' }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
  })

  it('a plan that meets the deletion of the open one is stored or gone, never promised and nowhere', async () => {
    for (const day of rounds) {
      const { body } = await plan(day)
      const [deleted, planned] = await Promise.all([test.request('DELETE', at(body)), plan('2027-02-02')])
      expect(deleted.status).toBe(204)
      const found = await test.request('GET', at(planned.body))
      const { body: trace } = await test.request('GET', `${at(body)}/history`)
      // Planned anew after the deletion, or moved first and then deleted as it was.
      if (planned.status === 201) expect(found.status).toBe(200)
      else expect([found.status, trace.items[0].before.Planned_At]).toEqual([404, planned.body.Planned_At])
      for (const open of await openPlans()) await test.request('DELETE', at(open))
    }
  })

  it('a cancellation and a move of the plan do not undo each other', async () => {
    for (const day of rounds) {
      const { body } = await plan(day)
      const [cancelled, planned] = await Promise.all([
        test.request('PATCH', at(body), { version: body.version, Status: 'cancelled' }),
        plan('2027-02-02'),
      ])
      expect([
        [200, 201], // cancelled, then planned anew
        [409, 200], // moved, then the cancellation was of an older version
      ]).toContainEqual([cancelled.status, planned.status])
      expect(await openPlans()).toHaveLength(1)
    }
  })

  it('several plans taken out of the bin at once: one of them comes back', async () => {
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

  it('a record that is no longer as it was read is neither overwritten nor deleted', async () => {
    const customers = gate(test.ctx, 'update', 'customer')
    const stale = (await customers.find(Customer_Code))!
    await customers.transaction((writer) => writer.update(stale, stale))
    const sentence = /was changed by someone else meanwhile. Nothing was overwritten$/
    await expect(customers.transaction((writer) => writer.update(stale, stale))).rejects.toThrow(sentence)
    await expect(customers.transaction((writer) => writer.remove(stale))).rejects.toThrow(sentence)
    expect((await customers.find(Customer_Code))!.version).toBe(stale.version + 1)
  })
})
