import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { Phone } from '#testing/phone.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { gate } from '../../core/gate.ts'
import type { Context } from '../../core/context.ts'
import { flushDeferredInserts } from '../../store/deferred-writes.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { randomFrom } from '#testing/random.ts'

const rounds = Number(process.env['SYNC_ROUNDS'] ?? 3)

describe.each(databaseNames)('random writers and a phone on %s', (database) => {
  let test: TestApp
  const stores: Store[] = []
  const phones: Phone[] = []
  const codes = Array.from({ length: 12 }, (_, at) => `C${at}`)
  const employees: string[] = []

  beforeAll(async () => {
    test = await openTestApp(database)
    stores.push(test.store)
    if (database === 'postgres')
      stores.push(await openStore({ ...test.config, now: () => test.clock.now, onTrouble: () => {} }))
    for (const code of codes) await test.make('customer', { Customer_Code: code })
    for (const name of ['ravi', 'asha']) {
      const { employeeNumber } = await test.make('employee', { email: `${name}@example.in` })
      employees.push(employeeNumber)
      phones.push(new Phone((await newPerson(test, `${name}@example.in`, 'FIELD')).token))
    }
    phones.push(new Phone(await test.as('OFFICE')))
  })
  afterAll(async () => {
    for (const store of stores.slice(1)) await store.close()
    await test.close()
  })

  it.each(Array.from({ length: rounds }, (_, at) => at + 1))(
    'end equal, round %i',
    { timeout: 60_000 },
    async (seed) => {
      const random = randomFrom(seed)
      const pick = <T>(all: readonly T[]): T => all[random(all.length)]!
      /** Statuses of conflicts and of records that are gone are expected: the writers do not coordinate. */
      const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
        const answer = await test.request(method, path, body)
        expect([200, 201, 202, 204, 404, 409, 422], JSON.stringify(answer.body)).toContain(answer.status)
        return answer.body
      }
      const pause = (): Promise<void> => sleep(random(12))
      const slowly = async (work: (customers: Json) => Promise<void>, fails: boolean): Promise<void> => {
        const store = pick(stores)
        const ctx: Context = { ...test.ctx, actor: system('test'), store }
        await store
          .transaction(async (tx) => {
            await work(gate(ctx, 'update', 'customer').using(tx))
            if (random(2) === 0) await flushDeferredInserts(tx, store.dialect)
            await pause()
            if (fails) throw new Error('rolled back')
          })
          .catch((error: unknown) => {
            if (!fails) throw error
          })
      }
      const actions = [
        () =>
          slowly(
            async (customers) => {
              const customer = await customers.lock(pick(codes))
              if (customer) await customers.update(customer, { ...customer, Street: `Street ${random(1e6)}` })
            },
            random(4) === 0,
          ),
        async () => {
          const Customer_Code = pick(codes)
          const found = await call('GET', `/api/v1/assignments?Customer_Code=${Customer_Code}`)
          const [given] = found.items
          if (given) return call('DELETE', `/api/v1/assignments/${given.id}`)
          const period = { From_Day: '2026-11-01', Until_Day: null }
          return call('POST', '/api/v1/assignments', {
            Customer_Code,
            Employee_Number: pick(employees),
            ...period,
          })
        },
        () =>
          call('POST', '/api/v1/visits', {
            Customer_Code: pick(codes),
            Planned_Date: '2026-11-20',
            Planned_Time: '10:30',
            Assigned_To: pick(employees),
          }),
        () =>
          call('POST', '/api/v1/visits', {
            Customer_Code: pick(codes),
            Visited_On: `2026-11-0${1 + random(9)}`,
            Feedback: `Seen ${random(1e6)}`,
          }),
        async () => {
          const found = await call('GET', '/api/v1/visits?limit=50')
          const visit = found.items.length > 0 ? pick<Json>(found.items) : undefined
          if (visit) await call('DELETE', `/api/v1/visits/${visit.id}`)
        },
        async () => {
          const code = pick(codes)
          const found = await call('GET', `/api/v1/customers/${code}`)
          if (!found.id) return
          const to = `${code.split('-')[0]}-${random(1000)}`
          const done = await call('POST', `/api/v1/customers/${found.id}/rename`, {
            version: found.version,
            to: { Customer_Code: to },
          })
          if (done.batch) codes[codes.indexOf(code)] = to
        },
        async () => {
          const { City_Code } = await call('GET', `/api/v1/customers/${pick(codes)}`)
          if (!City_Code) return
          const city = await call('GET', `/api/v1/cities/${City_Code}`)
          await call('PUT', `/api/v1/cities/${City_Code}`, { ...city, City_Name: `City ${random(1e6)}` })
        },
        async () => {
          const number = pick(employees)
          const employee = await call('GET', `/api/v1/employees/${number}`)
          await call('PUT', `/api/v1/employees/${number}`, { ...employee, name: `Name ${random(1e6)}` })
        },
      ]
      const writing = new AbortController()
      const writers = [1, 2, 3].map(async () => {
        for (let at = 0; at < 12; at++) {
          await pick(actions)()
          await pause()
        }
      })
      const readers = phones.map(async (phone) => {
        while (!writing.signal.aborted) {
          await phone.ask(test)
          await pause()
        }
      })
      await Promise.all(writers).finally(() => writing.abort())
      await Promise.all(readers)
      for (const phone of phones) {
        await phone.sync(test)
        expect(phone.content).toEqual((await phone.full(test)).content)
      }
    },
  )
})
