import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { accessesOf, accessOf, activeAccounts } from './access-of-account.ts'
import { addPlaceIds } from '../store/places/place-ids.ts'

describe.each(databaseNames)('assigned places on %s', (database) => {
  let test: TestApp
  let state: string
  beforeAll(async () => {
    test = await openTestApp(database)
    state = (await test.make('state')).State_Code
  })
  afterAll(() => test.close())

  const pool = (Pool_Code: string): Promise<Json> => test.make('pool', { Pool_Code, State_Code: state })
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    const answer = await test.request(method, path, body)
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
    return answer.body
  }
  const drop = ({ id }: Json): Promise<Json> => ask('DELETE', `/api/v1/pools/${id}`)
  const later = (): void => {
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
  }

  /** Creates an account and an API token with these pools, and returns a function that reads which pools they see. */
  const give = async (name: string, ...codes: string[]): Promise<() => Promise<string[][]>> => {
    const { id, token } = await newPerson(test, `${name}@example.in`, 'FIELD')
    const places = codes.map((code) => ({ level: 'pool', code }))
    await ask('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    const wanted = { name, role: 'FIELD', places, expiresOn: '2026-12-31' }
    const program = await ask('POST', '/api/v1/api-tokens', wanted)
    expect(program.places).toEqual(places)
    const codesIn = (all: Json[]): string[] => all.map(({ code }) => code).toSorted()
    return async () => {
      // A place of an API token still exists if it is listed with a name.
      const { items } = await ask('GET', '/api/v1/api-tokens')
      const named = items.find((each: Json) => each.id === program.id).places
      const me = await test.request('GET', '/api/v1/me', undefined, { as: token })
      return [codesIn(me.body.access.scope), codesIn(named.filter((place: Json) => place.name))]
    }
  }

  it('are the same for an account read alone and among others', async () => {
    await pool('BATCH')
    const { id } = await newPerson(test, 'unvouched@example.in', 'FIELD')
    await ask('PATCH', `/api/admin/users/${id}`, { places: [{ level: 'pool', code: 'BATCH' }], version: 1 })
    const since = test.clock.now.toISOString()
    await test.store.transaction((tx) =>
      tx.updateTable('account').set({ unvouched_since: since }).where('id', '=', id).execute(),
    )
    await newPerson(test, 'vouched@example.in', 'FIELD')
    const all = await activeAccounts(test.store.read)
    const at = all.findIndex((each) => each.id === id)
    const alone = await accessOf(test.store.read, all[at]!)
    expect(alone.scope).toEqual([{ level: 'pool', code: 'BATCH' }])
    expect((await accessesOf(test.store.read, all))[at]).toEqual(alone)
  })

  it('are distinct from new places with the same codes, even if the clock stops or goes back', async () => {
    const first = await pool('STILL')
    const seen = await give('still', 'STILL')
    expect(await seen()).toEqual([['STILL'], ['STILL']])
    await drop(first)
    expect(await seen()).toEqual([[], []])
    const second = await pool('STILL')
    expect(await seen()).toEqual([[], []])
    await drop(second)
    test.clock.now = new Date(test.clock.now.getTime() - 60_000)
    const third = await pool('STILL')
    expect(await seen()).toEqual([[], []])
    await drop(third)
    await ask('POST', `/api/v1/pools/${first.id}/restore`)
    expect(await seen()).toEqual([['STILL'], ['STILL']])
  })

  it('are kept when renamed, also to the code of a deleted place that was assigned as well', async () => {
    const [one, other] = [await pool('ONE'), await pool('OTHER')]
    const seen = await give('renamed', 'ONE', 'OTHER')
    await drop(other)
    const { batch } = await ask('POST', `/api/v1/pools/${one.id}/rename`, {
      to: { Pool_Code: 'OTHER' },
      version: one.version,
    })
    expect(await seen()).toEqual([['OTHER'], ['OTHER']])
    await pool('ONE')
    expect(await seen()).toEqual([['OTHER'], ['OTHER']])
    await drop(await ask('GET', '/api/v1/pools/ONE'))
    await ask('POST', `/api/v1/batches/${batch.id}/undo`)
    await ask('POST', `/api/v1/pools/${other.id}/restore`)
    expect(await seen()).toEqual([
      ['ONE', 'OTHER'],
      ['ONE', 'OTHER'],
    ])
  })

  it('that are stored by code are migrated once to the ids of the records', async () => {
    const [, gone, binned] = [await pool('KEPT'), await pool('GONE'), await pool('BINNED')]
    const seen = await give('before', 'KEPT', 'GONE', 'BINNED')
    later()
    await drop(gone)
    await drop(binned)
    later()
    const recreated = await pool('BINNED')
    await pool('GONE')
    await test.store.transaction(async (tx) => {
      await tx.updateTable('account_place').set({ record_id: null }).execute()
      await tx.deleteFrom('bin').where('record_id', '=', gone.id).execute()
      for (const { id, places } of await tx.selectFrom('api_token').selectAll().execute()) {
        const byCode = JSON.parse(String(places)).map(({ level, code }: Json) => ({ level, code }))
        const token = tx.updateTable('api_token').set({ places: JSON.stringify(byCode) })
        await token.where('id', '=', String(id)).execute()
      }
    })
    await test.store.transaction((tx) => addPlaceIds.run(tx, test.store.dialect, undefined))
    expect(await seen()).toEqual([['KEPT'], ['KEPT']])
    const rows = await test.store.read.selectFrom('account_place').selectAll().execute()
    expect(rows.filter((row) => row.level === 'pool' && row.record_id === null)).toEqual([])
    await drop(recreated)
    await ask('POST', `/api/v1/pools/${binned.id}/restore`)
    expect(await seen()).toEqual([
      ['BINNED', 'KEPT'],
      ['BINNED', 'KEPT'],
    ])
  })

  it('limit a role that sees everything, for accounts and API tokens, also in the preview', async () => {
    const [near, far] = [await test.make('customer'), await test.make('customer')]
    const places = [{ level: 'station', code: near.Station_Code }]
    const { id, token } = await newPerson(test, 'desk@example.in', 'OFFICE')
    const all = async (): Promise<string[]> =>
      (await test.request('GET', '/api/v1/customers', undefined, { as: token })).body.items.map(
        (each: Json) => each.Customer_Code,
      )
    expect(await all()).toContain(far.Customer_Code)
    const preview = { email: 'desk@example.in', role: 'OFFICE', places }
    const { summary } = await ask('POST', '/api/v1/access-preview', preview)
    expect(summary).toMatch(/^Will see 1 customer in station /)
    await ask('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    expect(await all()).toEqual([near.Customer_Code])
    // Rights on the whole firm require to see everything.
    const handover = await test.request('POST', '/api/v1/handovers', {}, { as: token })
    expect(handover.status).toBe(403)
    await ask('PATCH', `/api/admin/users/${id}`, { places: [], version: 2 })
    expect(await all()).toContain(far.Customer_Code)
  })

  it('are rejected for an administrator, and removed from an account that becomes one', async () => {
    const places = [{ level: 'zone', code: (await test.make('zone')).Zone_Code }]
    const sentence = 'An administrator sees everything: choose no places, or another role'
    const { id } = await newPerson(test, 'chief@example.in', 'ADMIN')
    const answer = await test.request('PATCH', `/api/admin/users/${id}`, { places, version: 1 })
    expect([answer.status, answer.body.errors]).toEqual([422, [{ field: 'places', message: sentence }]])
    const preview = { email: 'chief@example.in', role: 'ADMIN', places }
    expect((await test.request('POST', '/api/v1/access-preview', preview)).status).toBe(422)
    const invitation = { email: 'new@example.in', role: 'ADMIN', places }
    expect((await test.request('POST', '/api/admin/invitations', invitation)).status).toBe(422)
    const { id: other } = await newPerson(test, 'promoted@example.in', 'OFFICE')
    await ask('PATCH', `/api/admin/users/${other}`, { places, version: 1 })
    expect(await ask('PATCH', `/api/admin/users/${other}`, { role: 'ADMIN', version: 2 })).toMatchObject({
      places: null,
    })
    // An administrator by the User Role Combination master sees everything as well.
    const rows = await test.store.read
      .selectFrom('account_place')
      .select('account_id')
      .where('account_id', '=', other)
      .execute()
    expect(rows).toEqual([])
  })
})
