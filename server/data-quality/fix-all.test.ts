import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { recordsInPiece } from '../changes/in-pieces.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { dynamic } from '../store/dialect.ts'
import { fixFindings } from './fix-all.ts'
import { runChecks } from './run-checks.ts'

/** Enough for three pieces on SQLite. */
const counts = { sqlite: recordsInPiece * 2 + 3, postgres: 10 }

describe.each(databaseNames)(
  'values that are not written uniformly on %s',
  { timeout: 30_000 },
  (database) => {
    let test: TestApp
    let good: Json
    const path = '/api/v1/data-quality'
    const found = async (rule: string): Promise<Json[]> =>
      (await test.request('GET', `${path}/${rule}`)).body.items
    const act = (rule: string, what: string, body: unknown): Promise<Answer> =>
      test.request('POST', `${path}/${rule}/${what}`, body)
    beforeAll(async () => {
      test = await openTestApp(database)
      await test.make('country', { Country_Code: 'IN', Iso_Code: 'IN' })
      await test.make('zone', { Zone_Code: 'W', Country_Code: 'IN' })
      await test.make('state', { State_Code: 'GJ', Zone_Code: 'W' })
      await test.make('pool', { Pool_Code: 'P1', State_Code: 'GJ' })
      await test.make('station', { Station_Code: 'S1', Pool_Code: 'P1' })
      await test.make('city', { City_Code: 'AHM', Country_Code: 'IN', State_Code: 'GJ' })
      const place = { Country_Code: 'IN', Zone_Code: 'W', State_Code: 'GJ', Pool_Code: 'P1' }
      good = { ...place, Station_Code: 'S1', City_Code: 'AHM', PAN: null, Customer_Phone: '+91 98250 12345' }
    })
    afterAll(() => test.close())

    it('fixes all findings that need no decision in one batch, after a dry run', async () => {
      const ids: string[] = []
      for (const [at, phone] of ['098250-10135', '+91 9825010136', '+91 98250 10137'].entries()) {
        const { id } = await test.make('customer', { ...good, Customer_Code: `F${at}` })
        ids.push(id)
        // Written directly to the table, like a version before all numbers got one format.
        await test.store.transaction((tx) =>
          dynamic(tx).updateTable('customer').set({ customer_phone: phone }).where('id', '=', id).execute(),
        )
      }
      await runChecks(test.ctx)
      const phones = async (): Promise<string[]> => {
        const all = ids.map((id) => test.request('GET', `/api/v1/customers/${id}`))
        return (await Promise.all(all)).map(({ body }) => body.Customer_Phone)
      }
      const before = await phones()
      const [finding] = (await found('phone-format')).filter(({ id }) => id === ids[0])
      expect(finding).toMatchObject({
        words: '098250-10135',
        label: 'Customer Phone',
        fix: { words: 'Write it as +91 98250 10135' },
      })
      const dryRun = await act('phone-format', 'fix-all', { dryRun: true })
      expect(dryRun.body).toMatchObject({ isDryRun: true, batchId: null, left: [] })
      expect(dryRun.body.sample.length).toBeGreaterThan(1)
      expect(await phones()).toEqual(before)
      const { status, body } = await act('phone-format', 'fix-all', {})
      expect([status, body.fixed]).toEqual([200, dryRun.body.fixed])
      expect(await phones()).toEqual(['+91 98250 10135', '+91 98250 10136', '+91 98250 10137'])
      expect(await found('phone-format')).toEqual([])
      expect((await act('phone-format', 'fix-all', {})).body.msg).toBe(
        'There is nothing to fix without a decision',
      )
      expect((await test.request('POST', `/api/v1/batches/${body.batchId}/undo`)).body).toMatchObject({
        undone: dryRun.body.fixed,
      })
      // The undo restores what was there, and it is found again at once.
      expect(await phones()).toEqual(before)
      expect((await found('phone-format')).map(({ id }) => id)).toEqual(
        expect.arrayContaining(ids.slice(0, 2)),
      )
      // So does a revert to an earlier version of one record.
      const { body: customer } = await test.request('GET', `/api/v1/customers/${ids[0]}`)
      const reverted = await test.request('POST', `/api/v1/customers/${ids[0]}/revert`, {
        to: customer.version - 1,
        version: customer.version,
      })
      expect([reverted.status, reverted.body.Customer_Phone]).toEqual([200, '+91 98250 10135'])
      const again = await test.request('POST', `/api/v1/customers/${ids[0]}/revert`, {
        to: reverted.body.version - 1,
        version: reverted.body.version,
      })
      expect([again.status, again.body.Customer_Phone]).toEqual([200, '098250-10135'])
    })

    it('fixes many in pieces, between which others are served, all or nothing', async () => {
      const many = counts[database]
      const values = { ...(await test.make('customer', { ...good, Customer_Code: 'MANY' })) }
      for (const name of ['id', 'version', 'createdAt', 'updatedAt']) delete values[name]
      const copies = Array.from({ length: many }, (_, at) => ({ ...values, Customer_Code: `MANY${at}` }))
      await test.store.transaction(async (tx) => {
        await gate(test.ctx, 'create', 'customer').using(tx).many().insert(copies)
        await dynamic(tx)
          .updateTable('customer')
          .set({ customer_phone: '098250-12345' })
          .where('customer_code', 'like', 'MANY_%')
          .execute()
      })
      await runChecks(test.ctx)
      const open = async (): Promise<number> => (await found('phone-format')).length
      const spelled = async (phone: string): Promise<number> => {
        const rows = dynamic(test.store.read).selectFrom('customer').select('id')
        const own = rows.where('customer_code', 'like', 'MANY_%').where('customer_phone', '=', phone)
        return (await own.execute()).length
      }
      const before = await open()
      expect(before).toBeGreaterThan(0)
      const rule = { id: 'phone-format', title: 'Phone number in another spelling' }
      const { store } = test
      let pieces = 0
      const failing: Context = {
        ...test.ctx,
        store: {
          ...store,
          transaction: (work) =>
            store.transaction(async (tx) => {
              const result = await work(tx)
              if (++pieces === 3 || database === 'postgres') throw new Error('the disk is gone')
              return result
            }),
        },
      }
      await expect(fixFindings(failing, rule, false)).rejects.toThrow('the disk is gone')
      expect(await spelled('098250-12345')).toBe(many)
      expect(await open()).toBe(before)

      const readsDuring = async (work: Promise<Answer>): Promise<[Json, number]> => {
        const state = { isDone: false }
        const watched = work.finally(() => (state.isDone = true))
        let during = 0
        while (!state.isDone) {
          const { status } = await test.request('GET', '/api/v1/customers?limit=5', undefined, {
            as: 'OFFICE',
          })
          expect(status).toBe(200)
          if (!state.isDone) during++
          await sleep(2)
        }
        const { status, body } = await watched
        expect(status, JSON.stringify(body)).toBe(200)
        return [body, during]
      }
      await test.as('OFFICE')
      const [dryRun, duringDryRun] = await readsDuring(act('phone-format', 'fix-all', { dryRun: true }))
      expect(await spelled('098250-12345')).toBe(many)
      const [report, duringFix] = await readsDuring(act('phone-format', 'fix-all', {}))
      expect(report).toMatchObject({ ...dryRun, isDryRun: false, batchId: expect.any(String) })
      expect(report.fixed).toBeGreaterThanOrEqual(many)
      expect(await spelled('+91 98250 12345')).toBe(many)
      expect(await open()).toBe(0)
      const [undone, duringUndo] = await readsDuring(
        test.request('POST', `/api/v1/batches/${report.batchId}/undo`),
      )
      expect(undone).toMatchObject({ undone: report.fixed, leftCount: 0 })
      expect(await spelled('098250-12345')).toBe(many)
      // Without a pause in between, at most the first read would be served.
      for (const during of [duringDryRun, duringFix, duringUndo])
        expect(during).toBeGreaterThan(database === 'sqlite' ? 2 : 0)
    })

    it('finds a PAN that is not in capitals, without showing it', async () => {
      const { id } = await test.make('customer', { ...good, Customer_Code: 'PAN1', PAN: 'ABCPD1234E' })
      // Written directly to the table, like another program or an old backup.
      await test.store.transaction((tx) =>
        dynamic(tx).updateTable('customer').set({ pan: 'abcpd 1234e' }).where('id', '=', id).execute(),
      )
      await runChecks(test.ctx)
      const finding = (await found('pan-format')).find((each) => each.id === id)
      expect(finding).toMatchObject({ words: 'ab•••••••4e', fix: { words: 'Write it as AB••••••4E' } })
      expect((await act('pan-format', 'fix', { id })).status).toBe(200)
      expect((await test.request('GET', `/api/v1/customers/${id}`)).body.PAN).toBe('ABCPD1234E')
    })
  },
)
