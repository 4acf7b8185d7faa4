import { describe, expect, it } from 'vitest'
import { databaseNames, onServer } from '#testing/databases.ts'
import { openField, sendUntilDecided } from '#testing/field-phone.ts'
import type { Json } from '#testing/test-app.ts'

describe.each(databaseNames)('repeats and outages on %s', (database) => {
  const field = openField(database)
  const { newCustomer, record, visitsOf } = field

  it('ten thousand repeats change nothing', async () => {
    const customer = await newCustomer()
    const events = Array.from({ length: 50 }, (_, at) => record(customer, { Feedback: `Visit ${at}` }))
    // The server applies events for some seconds a request, which on a busy machine are not all of them.
    const first = await sendUntilDecided(field.phone, events)
    expect(first.every(({ state }) => state === 'accepted')).toBe(true)
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => field.phone.send(events)))
      for (const { body } of answers) expect(body.results).toEqual(first)
    }
    const { count } = await field.test.store.read
      .selectFrom('visit')
      .select((each) => each.fn.countAll<number>().as('count'))
      .where('customer_code', '=', customer.Customer_Code)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(50)
  }, 120_000)

  it.runIf(database === 'postgres')(
    'no connection to the database: sent again, and applied once',
    async () => {
      const customer = await newCustomer()
      const event = record(customer)
      let release = (): void => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      let taken = 0
      // All connections of the pool, each after the sender was found.
      const hold = (): Promise<void> =>
        field.test.store.transaction(async (tx) => {
          await tx.selectFrom('setting').select('name').execute()
          taken++
          await released
        })
      const held = Array.from({ length: 5 }, hold)
      await expect.poll(() => taken).toBe(5)
      const refused = await field.phone.send([event])
      expect(refused.body.results?.[0].state ?? refused.status).toBeOneOf(['retry', 503])
      release()
      await Promise.all(held)
      await sendUntilDecided(field.phone, [event])
      expect(await visitsOf(customer)).toHaveLength(1)
    },
    30_000,
  )

  it.runIf(database === 'postgres')(
    'connections that end in the middle lose and double nothing',
    async () => {
      const customers: Json[] = []
      for (let at = 0; at < 6; at++) customers.push(await newCustomer())
      const batches = customers.map((customer) =>
        Array.from({ length: 15 }, (_, at) => record(customer, { Feedback: `Visit ${at}` })),
      )
      const url = new URL(process.env['TEST_POSTGRES_URL']!)
      const name = new URL(field.test.config.databaseUrl!).pathname.slice(1)
      const done = new AbortController()
      let ended = 0
      const breaking = (async (): Promise<void> => {
        while (!done.signal.aborted && ended < 60) {
          const rows = await onServer(
            url.href,
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
          )
          ended += rows.length
          await new Promise((resolve) => setTimeout(resolve, 40))
        }
      })()
      await Promise.all(batches.map((events) => sendUntilDecided(field.phone, events)))
      done.abort()
      await breaking
      expect(ended).toBeGreaterThan(0)
      for (const customer of customers) {
        const visits = await visitsOf(customer)
        expect(visits.map(({ Feedback }: Json) => Feedback).toSorted()).toEqual(
          batches[0]!.map(({ values }: Json) => values.Feedback).toSorted(),
        )
      }
    },
    120_000,
  )
})
