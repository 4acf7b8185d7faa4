import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { isMergeable, parentFieldsOf, renamableFields } from '#domain/catalogue/identity-fields.ts'
import { brokenReferences, contents } from '#testing/files/contents.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { randomFrom } from '#testing/random.ts'

const rounds = Number(process.env['RENAME_MERGE_ROUNDS'] ?? 6)

describe.each(databaseNames)('random renames, merges and moves on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await createSamples()
  })
  afterAll(() => test.close())

  it(
    'leave no broken reference, and each undo restores every field',
    async () => {
      const pick = randomFrom(database === 'sqlite' ? 7 : 11)
      const done = { rename: 0, merge: 0, move: 0, refused: 0 }
      // Each verb alternates; a rejected one is retried with other records, so that every verb succeeds.
      let before = await contents(test.store)
      for (let round = 0, tries = 0; round < rounds && tries < 6 * rounds; tries++) {
        const verb = (['rename', 'merge', 'move'] as const)[round % 3]!
        const answer = await attemptOne(verb, pick, tries)
        if (answer.status !== 200) {
          // A rejection has a message and changes nothing.
          expect(answer.body.msg, JSON.stringify(answer.body)).toMatch(/\w/)
          expect([409, 422]).toContain(answer.status)
          expect(await contents(test.store)).toEqual(before)
          done.refused++
          continue
        }
        done[verb]++
        round++
        const after = await contents(test.store)
        expect(await brokenReferences(test.store), answer.body.title).toEqual([])
        const undone = await test.request('POST', `/api/v1/batches/${answer.body.batch.id}/undo`)
        expect(undone.body, answer.body.title).toMatchObject({ leftCount: 0 })
        expect(await contents(test.store), answer.body.title).toEqual(before)
        if (pick(2) === 0) continue
        const again = await test.request('POST', `/api/v1/batches/${undone.body.batch.id}/undo`)
        expect(again.body, answer.body.title).toMatchObject({ leftCount: 0 })
        expect(await contents(test.store), answer.body.title).toEqual(after)
        before = after
      }
      // Every verb must have succeeded, otherwise the test proves too little.
      const { rename, merge, move } = done
      expect(Math.min(rename, merge, move), JSON.stringify(done)).toBe(Math.floor(rounds / 3))
    },
    30_000 + 6000 * rounds,
  )

  async function attemptOne(verb: string, pick: (below: number) => number, round: number): Promise<Json> {
    const candidates = catalogue.filter((entity) => {
      if (verb === 'rename') return entity.name !== 'visit' && renamableFields(entity).length > 0
      return verb === 'move' ? parentFieldsOf(entity).length > 0 : isMergeable(entity)
    })
    for (;;) {
      const entity = candidates[pick(candidates.length)]!
      const records = await all(entity.path)
      if (records.length < 2 || entity.name === 'contactMessage') continue
      const one = records[pick(records.length)]!
      const send = (body: Json): Promise<Json> =>
        test.request('POST', `/api/v1/${entity.path}/${one.id}/${verb}`, body)
      if (verb === 'merge') {
        const two = records[pick(records.length)]!
        if (two.id === one.id) continue
        return send({ with: two.id, versions: { [one.id]: one.version, [two.id]: two.version } })
      }
      const fields = verb === 'rename' ? renamableFields(entity) : parentFieldsOf(entity).slice(-1)
      const field = fields[pick(fields.length)]!
      const { reference } = entity.fields[field]!
      if (!reference) return send({ to: { [field]: `X${round}` }, version: one.version })
      const parents = await all(catalogue.find(({ name }) => name === reference.entity)!.path)
      return send({ to: { [field]: parents[pick(parents.length)]![reference.field] }, version: one.version })
    }
  }

  /** Sample data in which every reference field is set. */
  async function createSamples(): Promise<void> {
    for (const country of ['A', 'B']) {
      await test.make('country', { Country_Code: country })
      for (const zone of ['1', '2']) {
        const Zone_Code = country + zone
        const State_Code = `${Zone_Code}S`
        await test.make('zone', { Zone_Code, Country_Code: country })
        await test.make('state', { State_Code, Zone_Code })
        await test.make('state', { State_Code: `${State_Code}2`, Zone_Code })
        await test.make('city', { City_Code: `${State_Code}C`, State_Code, Country_Code: country })
        for (const pool of ['P', 'Q']) {
          const Pool_Code = State_Code + pool
          const Station_Code = `${Pool_Code}T`
          await test.make('pool', { Pool_Code, State_Code })
          await test.make('station', { Station_Code, Pool_Code })
          const City_Code = `${State_Code}C`
          const place = { Country_Code: country, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code }
          const at = (name: string): string => place[`${name}_Code` as keyof typeof place]
          const { employeeNumber } = await test.make('employee', {
            countryCode: at('Country'),
            zoneCode: at('Zone'),
            stateCode: at('State'),
            poolCode: at('Pool'),
            stationCode: at('Station'),
            cityCode: at('City'),
          })
          const Customer_Code = `C${Pool_Code}`
          const visited = { Last_Visited: null, Last_Visit_ID: null }
          await test.make('customer', { Customer_Code, ...place, ...visited, Visit_In_Days: 30 })
          await test.make('balance', { Customer_Code, As_Of: '2026-11-01' })
          await test.make('customerPlace', { Customer_Code })
          const days = { From_Day: `2026-0${pool === 'P' ? 1 : 2}-01`, Until_Day: '2026-02-10' }
          await test.make('assignment', { Customer_Code, ...days, Employee_Number: employeeNumber })
          const plan = { Customer_Code, Planned_Date: '2026-11-20', Planned_Time: '10:30' }
          await test.request('POST', '/api/plan-visit', plan)
        }
      }
    }
    for (let n = 0; n < 2; n++) {
      await test.make('application')
      await test.make('userRole')
      await test.make('cropLot')
      await test.make('cropSoilSeasonMapping')
      await test.make('cropMaterialMapping')
    }
    const [one, two] = await all('crops')
    const [season] = await all('seasons')
    const [soil] = await all('soils')
    for (const crop of [one, two]) {
      const codes = { Season_Code: season.Season_Code, Soil_Code: soil.Soil_Code }
      await test.make('cropSoilSeasonMapping', { Crop_Code: crop.Crop_Code, ...codes })
    }
  }

  const all = async (path: string): Promise<Json[]> =>
    (await test.request('GET', `/api/v1/${path}?limit=200`)).body.items
})
