import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#domain/access/actor.ts'
import { newPerson } from '#testing/people.ts'
import { Phone } from '#testing/phone.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { gate } from '../../core/gate.ts'
import type { Context } from '../../core/context.ts'
import { attempt } from '../../store/attempt.ts'
import type { Tx } from '../../store/dialect.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'

/** A transaction that waits for the test at two points. */
function slowTransaction(store: Store, work: (tx: Tx) => Promise<void>) {
  let written: () => void = () => {}
  let end: (error?: Error) => void = () => {}
  const isWritten = new Promise<void>((resolve) => (written = resolve))
  const mayEnd = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve())
  })
  const done = store.transaction(async (tx) => {
    await work(tx)
    // The log is written before the commit, which is what takes long.
    await flush(tx, store)
    written()
    await mayEnd
  })
  done.catch(() => {})
  return { isWritten, end, done }
}

async function flush(tx: Tx, store: Store): Promise<void> {
  const { flushDeferredInserts } = await import('../../store/deferred-writes.ts')
  await flushDeferredInserts(tx, store.dialect)
}

describe('transactions that end in another order than they began, on two servers with one PostgreSQL', () => {
  let test: TestApp
  let second: Store
  let phone: Phone
  let count = 0

  const contextOf = (store: Store): Context => ({ ...test.ctx, actor: system('test'), store })
  const setStreet = async (store: Store, tx: Tx, code: string, street: string): Promise<void> => {
    const customers = gate(contextOf(store), 'update', 'customer').using(tx)
    const customer = (await customers.lock(code))!
    await customers.update(customer, { ...customer, Street: street })
  }
  const streets = (): Record<string, string> =>
    Object.fromEntries([...phone.customers.values()].map(({ code, street }) => [code, street]))
  const isComplete = async (): Promise<void> => {
    expect(phone.content).toEqual((await phone.full(test)).content)
  }

  beforeAll(async () => {
    test = await openTestApp('postgres')
    second = await openStore({ ...test.config, now: () => test.clock.now, onTrouble: () => {} })
    await test.make('customer', { Customer_Code: 'A' })
    await test.make('customer', { Customer_Code: 'B' })
    const { token } = await newPerson(test, 'boss@example.in', 'OFFICE')
    phone = new Phone(token)
    await phone.sync(test)
  })
  afterAll(async () => {
    await second.close()
    await test.close()
  })

  it('sends what was written early and committed late', async () => {
    const street = `Slow ${++count}`
    const slow = slowTransaction(second, (tx) => setStreet(second, tx, 'A', street))
    await slow.isWritten
    await test.store.transaction((tx) => setStreet(test.store, tx, 'B', `Fast ${count}`))
    expect((await phone.sync(test)).customers.map(({ code }) => code)).toEqual(['B'])
    // Nothing is sent twice while the slow one runs.
    expect((await phone.sync(test)).customers).toEqual([])
    await test.store.transaction((tx) => setStreet(test.store, tx, 'B', `Faster ${count}`))
    await phone.sync(test)
    slow.end()
    await slow.done
    expect((await phone.sync(test)).customers.map(({ code }) => code)).toEqual(['A'])
    expect(streets()).toEqual({ A: street, B: `Faster ${count}` })
    expect((await phone.sync(test)).customers).toEqual([])
    await isComplete()
  })

  it('sends what a transaction wrote after a savepoint that was rolled back, and nothing of a rollback', async () => {
    const failure = new Error('rolled back')
    const slow = slowTransaction(second, async (tx) => {
      await attempt(tx, async () => {
        await setStreet(second, tx, 'B', 'Never')
        throw failure
      }).catch((error: unknown) => expect(error).toBe(failure))
      await attempt(tx, () => setStreet(second, tx, 'A', 'After a savepoint'))
    })
    await slow.isWritten
    await phone.sync(test)
    slow.end()
    await slow.done
    expect((await phone.sync(test)).customers.map(({ code }) => code)).toEqual(['A'])
    expect(streets()['A']).toBe('After a savepoint')
    const undone = slowTransaction(second, (tx) => setStreet(second, tx, 'A', 'Undone'))
    await undone.isWritten
    await phone.sync(test)
    undone.end(failure)
    await expect(undone.done).rejects.toBe(failure)
    expect((await phone.sync(test)).customers).toEqual([])
    await isComplete()
  })

  it('sends what was committed between two statements of a sync the next time', async () => {
    const snapshot = await test.store.readTogether(async (db) => {
      const before = await db
        .selectFrom('customer')
        .select('street')
        .where('customer_code', '=', 'A')
        .execute()
      await second.transaction((tx) => setStreet(second, tx, 'A', 'In between'))
      const after = await db
        .selectFrom('customer')
        .select('street')
        .where('customer_code', '=', 'A')
        .execute()
      return [before, after]
    })
    expect(snapshot[0]).toEqual(snapshot[1])
    await phone.sync(test)
    expect(streets()['A']).toBe('In between')
  })

  it('sends everything to a phone whose cursor is of another cluster or of a transaction not yet begun', async () => {
    await phone.sync(test)
    const [version, origin, , ...rest] = phone.cursor!.split('~')
    for (const [from, position] of [
      ['1 00000001 ', phone.cursor!.split('~')[2]],
      [origin, '99999999:99999999:'],
    ]) {
      phone.cursor = [version, from, position, ...rest].join('~')
      expect((await phone.sync(test)).isFull).toBe(true)
      expect((await phone.sync(test)).isFull).toBe(false)
    }
  })
})
