import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import {
  changesSince,
  daysKept,
  deleteOldChanges,
  isComparable,
  isPosition,
  readPosition,
  shorten,
} from './change-log.ts'
import { logKey } from './log-change.ts'

describe('a position', () => {
  it('that names very many running transactions is replaced by one before them', () => {
    const running = Array.from({ length: 60 }, (_, at) => 100_001 + at).join()
    const position = `100000:100100:${running}`
    expect(position.length).toBeGreaterThan(300)
    expect(shorten(position)).toBe('100000:100000:')
    expect(isPosition(shorten(position))).toBe(true)
    expect(shorten('12:15:12,13')).toBe('12:15:12,13')
  })
  it.each(['1', '12:12:', '12:15:', '12:15:12', '12:15:12,13,14'])('is accepted: %s', (text) => {
    expect(isPosition(text)).toBe(true)
  })
  it.each([
    '',
    'x',
    '1:',
    '0:0:',
    '15:12:',
    '12:15:11',
    '12:15:15',
    '12:15:13,13',
    '12:15:14,13',
    '1:2:3:4',
    '12:15:,',
    '-1',
  ])('is refused: %s', (text) => {
    expect(isPosition(text)).toBe(false)
  })
  it('is comparable only with a later one of the same origin and kind, as long as the rows are kept', () => {
    const now = { origin: 'a', position: '20:22:21', keptFrom: 10 }
    const isUsable = (origin: string, position: string): boolean => isComparable({ origin, position }, now)
    expect(isUsable('a', '10:11:')).toBe(true)
    expect(isUsable('a', '20:22:21')).toBe(true)
    expect(isUsable('b', '10:11:')).toBe(false)
    expect(isUsable('a', '9:11:')).toBe(false)
    expect(isUsable('a', '20:23:')).toBe(false)
    expect(isUsable('a', '15')).toBe(false)
  })
})

describe.each(databaseNames)('the change log on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const log = (...keys: string[]): Promise<void> =>
    test.store.transaction(async (tx) => keys.forEach((key) => logKey(tx, 'customer', key)))
  const keysSince = async (position: string): Promise<readonly string[]> => {
    const { keys } = await changesSince(test.store.read, test.store.dialect, position)
    return keys?.get('customer')?.toSorted() ?? []
  }
  const positionNow = () => readPosition(test.store.read, test.store.dialect)
  const count = async (): Promise<number> =>
    (await test.store.read.selectFrom('change_log').select('key').where('key', 'like', 'k%').execute()).length

  /** Positions are those of the cluster, whose other databases have transactions of other tests. */
  const untilEarlierTransactionsEnd = async (): Promise<void> => {
    const { rows } = await sql<{ tx: number }>`select max(tx) as tx from change_log`.execute(test.store.read)
    const last = Number(rows[0]!.tx)
    const earliestOpen = async (): Promise<number> => Number((await positionNow()).position.split(':')[0])
    await expect.poll(earliestOpen, { timeout: 12_000 }).toBeGreaterThan(last)
  }

  it('has each key of a transaction once, and what came after a position', async () => {
    const { position } = await positionNow()
    await log('k1', 'k1', 'k\'2\n"é')
    expect(await keysSince(position)).toEqual(['k\'2\n"é', 'k1'])
    const { position: later } = await positionNow()
    expect(await keysSince(later)).toEqual([])
    await log('k1')
    expect(await keysSince(later)).toEqual(['k1'])
    const many = Array.from({ length: 2500 }, (_, at) => `k${at}`)
    await log(...many)
    expect((await changesSince(test.store.read, test.store.dialect, later)).keys).toBeUndefined()
  })

  it.runIf(database === 'postgres')('of a restored dump has no positions in common with it', async () => {
    const { origin } = await positionNow()
    await test.store.transaction(async (tx) => {
      await sql`create table restored (like change_log including all)`.execute(tx)
      await sql`insert into restored select * from change_log`.execute(tx)
      await sql`drop table change_log`.execute(tx)
      await sql`alter table restored rename to change_log`.execute(tx)
    })
    expect((await positionNow()).origin).not.toBe(origin)
  })

  it('is deleted after some weeks; a position from before is no longer usable', async () => {
    if (database === 'postgres') await untilEarlierTransactionsEnd()
    const old = await positionNow()
    const dayAfter = (days: number): Date => new Date(test.clock.now.getTime() + days * 86_400_000)
    await deleteOldChanges(test.store, dayAfter(0))
    await deleteOldChanges(test.store, dayAfter(daysKept))
    expect(await count()).toBeGreaterThan(2500)
    expect(isComparable(old, await positionNow())).toBe(true)
    await log('k-new')
    if (database === 'postgres') await untilEarlierTransactionsEnd()
    // The rows of one transaction are deleted by several as well.
    let transactions = 0
    const transaction: TestApp['store']['transaction'] = (work) => {
      transactions++
      return test.store.transaction(work)
    }
    await deleteOldChanges({ ...test.store, transaction }, dayAfter(daysKept + 1), 1000)
    expect(transactions).toBeGreaterThan(3)
    await deleteOldChanges(test.store, dayAfter(daysKept + 1))
    expect(await count()).toBe(1)
    await log('k-newer')
    await deleteOldChanges(test.store, dayAfter(2 * daysKept + 2))
    const last = await positionNow()
    expect(isComparable(old, last)).toBe(false)
    expect(isComparable(last, last)).toBe(true)
    await log('k-last')
    expect(await keysSince(last.position)).toEqual(['k-last'])
  }, 30_000)
})
