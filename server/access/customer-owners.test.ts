import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { addDays } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { importDriver } from '#testing/import-driver.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { openSession } from '../accounts/sign-in/session-store.ts'
import { dynamic, type Row } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { applyDay, correctOwners } from '../store/owners/owners-of-day.ts'
import { installTriggers } from '../store/owners/triggers.ts'
import { applyToday } from '../core/territory-filter.ts'
import { randomFrom } from '#testing/random.ts'

const firstDay = '2026-11-15' // in India
const walks = Number(process.env['OWNER_WALKS'] ?? 1)

interface TestAccount {
  id: string
  token: string
  /** The employees whose work it sees, by id, because employee numbers change. */
  employees: string[]
  accounts: string[]
}

describe.each(databaseNames)('the owners of a customer, on %s', (database) => {
  let test: TestApp
  let day = firstDay
  let ravi: TestAccount
  let lead: TestAccount
  let admin: TestAccount

  const call = (method: string, path: string, body?: unknown, as = admin): Promise<Answer> => {
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    return test.request(method, path, body, { as: as.token })
  }
  const rowsOf = async (table: string): Promise<Row[]> =>
    (await dynamic(test.store.read).selectFrom(table).selectAll().orderBy('id').execute()) as Row[]
  const listOf = async (path: string): Promise<Json[]> =>
    (await call('GET', `/api/v1/${path}?limit=200`)).body.items

  async function goTo(to: string): Promise<void> {
    day = to
    test.clock.now = new Date(`${to}T06:00:00.000Z`)
    // Sessions expire when the clock advances, so new ones are opened.
    for (const person of [ravi, lead, admin])
      person.token = await test.store.transaction((tx) =>
        openSession(
          tx,
          { accountId: person.id, role: 'FIELD', address: 'test', device: 'test' },
          test.clock.now,
        ),
      )
  }

  beforeAll(async () => {
    test = await openTestApp(database)
    const boss = await test.make('staffUser', {
      Emp_Mail_Id: 'lead@example.in',
      Admin_Rpt_Manager_Code: null,
      Function_Rpt_Manager_Code: null,
    })
    const user = await test.make('staffUser', {
      Emp_Mail_Id: 'ravi@example.in',
      Admin_Rpt_Manager_Code: boss.Employee_Code,
      Function_Rpt_Manager_Code: null,
    })
    const one = await test.make('employee', { email: 'ravi@example.in', userId: user.User_Id })
    const two = await test.make('employee', { email: 'lead@example.in', userId: boss.User_Id })
    for (const name of ['meena', 'kiran', 'asha'])
      await test.make('employee', { email: `${name}@example.in` })
    const accounts = [
      await newPerson(test, 'ravi@example.in', 'FIELD'),
      await newPerson(test, 'lead@example.in', 'FIELD'),
    ]
    ravi = { ...accounts[0]!, employees: [one.id], accounts: [accounts[0]!.id] }
    lead = { ...accounts[1]!, employees: [one.id, two.id], accounts: accounts.map(({ id }) => id) }
    admin = { ...(await newPerson(test, 'admin@firm.example.in', 'ADMIN')), employees: [], accounts: [] }
    for (let at = 0; at < 8; at++) await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
  })
  afterAll(() => test.close())

  /** Compares the owner columns, which triggers and the daily job maintain, with a direct computation. */
  async function check(message: string): Promise<void> {
    const seenBy: [TestAccount, string[]][] = []
    for (const person of [ravi, lead]) {
      const { body } = await call('GET', '/api/v1/customers?limit=200&sort=Customer_Name', undefined, person)
      seenBy.push([person, body.items.map((each: Json) => each.id).toSorted()])
    }
    const customers = await rowsOf('customer')
    const assignments = await rowsOf('assignment')
    const visits = await rowsOf('visit')
    const employees = await rowsOf('employee')
    const isToday = ({ from_day, until_day }: Row): boolean =>
      String(from_day) <= day && (until_day === null || String(until_day) >= day)
    const ownersOf = ({ customer_code: code }: Row): string[] => [
      ...assignments
        .filter((each) => each['customer_code'] === code && isToday(each))
        .map((each) => String(each['employee_number'])),
      ...visits
        .filter((each) => each['customer_code'] === code && each['status'] === 'planned')
        .flatMap((each) => each['assigned_to'] ?? each['planned_by'] ?? [])
        .map(String),
    ]
    for (const customer of customers) {
      const [assigned] = assignments
        .filter((each) => each['customer_code'] === customer['customer_code'] && isToday(each))
        .toSorted((a, b) => (String(a['from_day']) < String(b['from_day']) ? 1 : -1))
      const main = assigned?.['employee_number'] ?? null
      const others = new Set(ownersOf(customer).filter((owner) => owner !== main))
      expect(customer, message).toMatchObject({
        assigned_employee: main,
        other_owner: others.size > 1 ? '*' : ([...others][0] ?? null),
      })
    }
    for (const [person, seen] of seenBy) {
      const numbers = employees
        .filter(({ id }) => person.employees.includes(String(id)))
        .map((each) => String(each['employee_number']))
      const places = employees
        .filter(({ id }) => person.employees.includes(String(id)))
        .map((each) => each['station_code'])
      const own = new Set([...numbers, ...person.accounts])
      const expected = customers.filter(
        (customer) =>
          places.includes(customer['station_code']!) || ownersOf(customer).some((owner) => own.has(owner)),
      )
      expect(seen, message).toEqual(expected.map(({ id }) => String(id)).toSorted())
    }
    expect(await correctOwners(test.store), message).toBe(0)
  }

  it('match the assignments and plans after random changes', async () => {
    const done = new Map<string, number>()
    for (let seed = 1; seed <= walks; seed++) await walk(seed, done)
    // Every action must have succeeded, otherwise the test proves too little.
    expect([...done].filter(([, count]) => count === 0)).toEqual([])
  }, 300_000)

  async function walk(seed: number, done: Map<string, number>): Promise<void> {
    const random = randomFrom(seed * 7)
    const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
    const near = (): string => addDays(day, random(7) - 3)
    const batches: string[] = []
    const gone: string[] = []
    const until = (from: string): string | null => (random(2) === 0 ? null : addDays(from, random(4)))
    const code = async (): Promise<string> => pick(await listOf('customers')).Customer_Code
    const number = async (): Promise<string> => pick(await listOf('employees')).employeeNumber
    const some = async (path: string): Promise<Json | undefined> => {
      const all = await listOf(path)
      return all.length > 0 ? pick(all) : undefined
    }
    const open = async (): Promise<Json | undefined> =>
      (await listOf('visits')).find((visit) => visit.Status === 'planned')
    const inBatch = async (answer: Answer): Promise<Answer> => {
      if (answer.body?.batch?.id) batches.push(answer.body.batch.id)
      return answer
    }
    const change = (path: string, of: Json, to: object): Promise<Answer> =>
      call('PATCH', `/api/v1/${path}/${of.id}`, { version: of.version, ...to })
    const remove = async (path: string, of: Json | undefined): Promise<Answer | undefined> => {
      if (!of) return undefined
      gone.push(`${path}/${of.id}`)
      return call('DELETE', `/api/v1/${path}/${of.id}`)
    }
    const load = async (entity: string, lines: string[][]): Promise<Answer> => {
      const imports = importDriver({
        request: (method, path, body, options) =>
          test.request(method, path, body, { ...options, as: admin.token }),
      })
      const job = await imports.run((await imports.upload(entity, writeCsv(lines))).id)
      if (job.batchId) batches.push(job.batchId)
      return { status: job.state === 'done' ? 200 : 422, body: job.report, headers: {} }
    }
    const formatDay = (text: string): string => text.split('-').toReversed().join('/')
    const record = (Customer_Code: string): Promise<Answer> =>
      call('POST', '/api/plan-visit', {
        Customer_Code,
        Visited_On: day,
        Feedback: 'Seen',
        ...(random(2) === 0 && { Next_Visit_Suggested: `${addDays(day, 3)}T04:30:00.000Z` }),
      })
    const actions: Record<string, () => Promise<Answer | undefined>> = {
      assign: async () => {
        const from = near()
        return call('POST', '/api/v1/assignments', {
          Customer_Code: await code(),
          Employee_Number: await number(),
          From_Day: from,
          Until_Day: until(from),
        })
      },
      'change assignment': async () => {
        const of = await some('assignments')
        return (
          of && change('assignments', of, { Employee_Number: await number(), Until_Day: until(of.From_Day) })
        )
      },
      'move assignment': async () => {
        const of = await some('assignments')
        return (
          of && change('assignments', of, { Customer_Code: await code(), From_Day: near(), Until_Day: null })
        )
      },
      'delete assignment': async () => remove('assignments', await some('assignments')),
      'delete visit': async () => remove('visits', await some('visits')),
      restore: async () => (gone.length > 0 ? call('POST', `/api/v1/${pick(gone)}/restore`) : undefined),
      'bulk change': async () => {
        const ids = (await listOf('assignments')).slice(0, 3).map(({ id }) => id)
        const body = { action: 'update', ids, set: { Employee_Number: await number() } }
        return ids.length > 0 ? inBatch(await call('POST', '/api/v1/bulk/assignments', body)) : undefined
      },
      'bulk delete': async () => {
        const ids = (await listOf('assignments')).slice(0, 2).map(({ id }) => id)
        return ids.length > 0
          ? inBatch(await call('POST', '/api/v1/bulk/assignments', { action: 'delete', ids }))
          : undefined
      },
      'hand over': async () =>
        inBatch(
          await call('POST', '/api/v1/handovers', {
            To_Employee: random(4) === 0 ? null : await number(),
            customers: { Customer_Codes: [await code(), await code()] },
            From_Day: addDays(day, random(3)),
            Until_Day: random(2) === 0 ? null : addDays(day, 3 + random(3)),
            Plans: random(2) === 0,
          }),
        ),
      'import assignments': async () =>
        load('assignment', [
          ['Customer Code', 'Employee Number', 'From Day'],
          [await code(), await number(), formatDay(near())],
          [await code(), await number(), formatDay(near())],
        ]),
      'import plans': async () =>
        load('visit', [
          ['Customer Code', 'Status', 'Planned At', 'Assigned To'],
          [await code(), 'planned', `${formatDay(addDays(day, 1))} 10:00`, await number()],
        ]),
      plan: async () =>
        call(
          'POST',
          '/api/plan-visit',
          { Customer_Code: await code(), Planned_Date: addDays(day, 1 + random(5)), Planned_Time: '09:30' },
          pick([admin, ravi, lead]),
        ),
      'plan for': async () => {
        const visit = await open()
        return visit && change('visits', visit, { Assigned_To: random(3) === 0 ? null : await number() })
      },
      'move plan': async () => {
        const visit = await open()
        return visit && change('visits', visit, { Customer_Code: await code() })
      },
      cancel: async () => {
        const visit = await open()
        return visit && change('visits', visit, { Status: 'cancelled' })
      },
      record: async () => record(await code()),
      'undo visit': async () => {
        const { status, body } = await record(await code())
        expect(status).toBe(201)
        return call('POST', `/api/v1/visits/${body.Visit_ID}/undo`, {})
      },
      'undo batch': async () =>
        batches.length > 0 ? call('POST', `/api/v1/batches/${batches.pop()}/undo`) : undefined,
      'rename customer': async () => {
        const of = await some('customers')
        const to = { Customer_Code: `C${random(1_000_000)}` }
        return inBatch(await call('POST', `/api/v1/customers/${of.id}/rename`, { to, version: of.version }))
      },
      'merge employees': async () => {
        const [one, other] = (await listOf('employees')).filter(({ id }) => !lead.employees.includes(id))
        if (!one || !other) return undefined
        const versions = { [one.id]: one.version, [other.id]: other.version }
        return inBatch(await call('POST', `/api/v1/employees/${one.id}/merge`, { with: other.id, versions }))
      },
      merge: async () => {
        const [one, other] = await listOf('customers')
        if ((await listOf('customers')).length < 5) return undefined
        const versions = { [one.id]: one.version, [other.id]: other.version }
        return inBatch(await call('POST', `/api/v1/customers/${one.id}/merge`, { with: other.id, versions }))
      },
      'another day': async () => {
        await goTo(addDays(day, pick([1, 1, 1, 2, -1])))
        return { status: 200, body: day, headers: {} }
      },
    }
    const names = Object.keys(actions)
    for (const name of names) done.set(name, done.get(name) ?? 0)
    for (let step = 0; step < 2 * names.length; step++) {
      // Half of the actions are random, half rotate so that each one occurs; a rejected one is retried with other records.
      const isRotation = step % 2 === 1
      const name = isRotation ? names[(step - 1) / 2]! : pick(names)
      let message = ''
      for (let tries = isRotation ? 10 : 1; tries > 0; tries--) {
        const answer = await actions[name]!()
        message = `walk ${seed}, step ${step}: ${name} ${JSON.stringify(answer?.body)?.slice(0, 300)}`
        expect([undefined, 200, 201, 202, 204, 400, 403, 404, 409, 422], message).toContain(answer?.status)
        if (!answer || answer.status >= 300) continue
        done.set(name, done.get(name)! + 1)
        break
      }
      await check(message)
    }
  }

  it('may be several, which are then read from the assignments and visits', async () => {
    await goTo(firstDay)
    const customer = await test.make('customer', { Last_Visited: null })
    const [first, second] = (await rowsOf('employee')).map((each) => String(each['employee_number']))
    const plan = { Customer_Code: customer.Customer_Code, Planned_Date: '2026-11-16', Planned_Time: '10:00' }
    const made = (await call('POST', '/api/plan-visit', plan)).body
    // No service creates a second open plan, but an older version may have left one.
    const { rid: _, ...row } = (await rowsOf('visit')).find(({ id }) => id === made.id)!
    for (const [at, number] of [first!, second!].entries())
      await test.store.transaction((tx) =>
        dynamic(tx)
          .insertInto('visit')
          .values({
            ...row,
            id: newId(test.clock.now),
            visit_id: `OLD${at}`,
            natural_key: `old${at}`,
            assigned_to: number,
          })
          .execute(),
      )
    expect((await rowsOf('customer')).find(({ id }) => id === customer.id)).toMatchObject({
      other_owner: '*',
    })
    await check('several open plans')
    await test.store.transaction((tx) =>
      tx.deleteFrom('visit').where('customer_code', '=', customer.Customer_Code).execute(),
    )
    await check('no open plan')
  })

  it('are correct after concurrent writes during a change of day', async () => {
    await goTo(firstDay)
    const codes = (await rowsOf('customer')).map((each) => String(each['customer_code']))
    const [first, second] = (await rowsOf('employee')).map((each) => String(each['employee_number']))
    await test.store.transaction((tx) => tx.deleteFrom('assignment').execute())
    const tomorrow = addDays(firstDay, 1)
    const writes = codes.flatMap((Customer_Code, at) => [
      () =>
        call('POST', '/api/v1/assignments', {
          Customer_Code,
          Employee_Number: at % 2 === 0 ? first : second,
          From_Day: at % 3 === 0 ? firstDay : tomorrow,
          Until_Day: at % 3 === 0 ? firstDay : null,
        }),
      () => call('POST', '/api/plan-visit', { Customer_Code, Planned_Date: tomorrow, Planned_Time: '10:00' }),
    ])
    const days = Array.from({ length: 6 }, (_, at) => addDays(firstDay, at % 2))
    const [answers] = await Promise.all([
      Promise.all(writes.map((write) => write())),
      Promise.all(days.map((each) => applyDay(test.store, each, test.clock.now))),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    for (const each of [firstDay, tomorrow]) {
      await goTo(each)
      await applyDay(test.store, each, test.clock.now)
      await check(`concurrent writes, ${each}`)
    }
  })

  it('are corrected at the next start and once a day if triggers were missing', async () => {
    const [customer] = await rowsOf('customer')
    await test.store.transaction((tx) =>
      tx
        .updateTable('customer')
        .set({ assigned_employee: 'NOBODY' })
        .where('id', '=', String(customer!['id']))
        .execute(),
    )
    expect(await correctOwners(test.store)).toBe(1)
    await check('corrected')
    const drop = test.store.dialect.dropTrigger({ name: 'customer_owners_assignment_delete' } as never)
    for (const statement of drop) await test.store.transaction((tx) => sql.raw(statement).execute(tx))
    await test.store.transaction((tx) => tx.deleteFrom('assignment').execute())
    await installTriggers(test.store, test.clock.now)
    await applyToday(test.ctx)
    await check('installed again')
  })
})
