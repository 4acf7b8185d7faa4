import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { referencesOf } from '#domain/catalogue/entity.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { sampleOf } from '#domain/catalogue/stored/kinds.ts'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { tempFile } from '#testing/files/temp-file.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { undoBatch } from '../changes/undo-batch.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { ImportSettings } from '#domain/api/imports/import-values.ts'
import { changeJob, findJob, insertJob, type Job } from './import-store.ts'
import { runJob } from './loading/run-job.ts'
import { newJob, readInto } from './reading/read-into-rows.ts'
import { dynamic } from '../store/dialect.ts'

const masters = [
  'country',
  'zone',
  'state',
  'pool',
  'city',
  'soil',
  'gst',
  'crop',
  'staffUser',
  'role',
  'customer',
]

/** The guarantee is measured with 200 files; the everyday test reads one of each master. */
const files = Number(process.env['IMPORT_FILES'] ?? masters.length)

/** The same numbers in every run, so that failures are reproducible. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe.each(databaseNames)('generated files on %s', (database) => {
  let test: TestApp
  const like = new Map<string, Json>()
  beforeAll(async () => {
    test = await openTestApp(database)
    like.set('customer', await test.make('customer'))
    like.set('staffUser', await test.make('staffUser'))
    for (const name of masters)
      if (!like.has(name)) {
        const { body } = await test.request('GET', `/api/v1/${entityNamed(name).path}?limit=1`)
        like.set(name, body.items[0] ?? (await test.make(name)))
      }
  })
  afterAll(() => test.close())

  const table = async (name: string): Promise<string> => {
    const entity = entityNamed(name)
    const columns = ['id', ...Object.keys(entity.fields).map(columnName), 'natural_key', 'search_text']
    const rows = await dynamic(test.store.read)
      .selectFrom(tableOf(entity))
      .select(columns)
      .orderBy('id')
      .execute()
    return createHash('sha256')
      .update(JSON.stringify(rows.map((row) => columns.map((each) => row[each]))))
      .digest('hex')
  }

  /** Rows similar to an existing record: new, repeated, spelled differently, with wrong cells and misspelt references. */
  const generate = (seed: number): { entity: string; file: string; settings: Partial<ImportSettings> } => {
    const pick = numbers(seed + 1)
    const entity = entityNamed(masters[seed % masters.length]!)
    const base = like.get(entity.name)
    const names = Object.keys(entity.fields).filter((name) => entity.fields[name]!.presence !== 'generated')
    const references = referencesOf(entity).map(({ name }) => name)
    const keys = [...entity.key, ...entity.unique.flat()]
    const rows = Array.from({ length: 1 + pick(25) }, (_, at) =>
      names.map((name) => {
        const field = entity.fields[name]!
        const same = field.show(base[name])
        const odd = pick(40)
        if (odd === 0) return ''
        if (odd === 1 && references.includes(name)) return 'Misspelt'
        if (odd === 2) return '\\u200bwrong'
        if (odd === 3) return same.toLowerCase()
        if (keys.includes(name) && !references.includes(name))
          return pick(6) === 0 ? same : `G${seed} ${pick(8) === 0 ? 0 : at}`
        return references.includes(name)
          ? same
          : pick(3) === 0
            ? same
            : field.show(sampleOf(field, seed * 100 + at))
      }),
    )
    const mode = (['create', 'update', 'both'] as const)[
      entity.key.some((name) => !names.includes(name)) ? 0 : pick(3)
    ]!
    return { entity: entity.name, file: writeCsv([names, ...rows]), settings: { mode, leaveWrong: true } }
  }

  it(
    `load ${files} of them as checked, and leave the same tables after an undo`,
    { timeout: 60_000 + files * 500 },
    async () => {
      const { ctx } = test
      let wrong = 0
      let loaded = 0
      for (let seed = 0; seed < files; seed++) {
        const { entity, file, settings } = generate(seed)
        const fresh = newJob(ctx, { entity, bySheet: false }, `${seed}.csv`, {
          path: '',
          size: file.length,
          hash: String(seed),
        })
        await ctx.store.transaction((tx) => insertJob(tx, fresh))
        const taken = await readInto(ctx, fresh, tempFile(file))
        const job: Job = { ...taken, settings: { ...taken.settings, ...settings } }
        await ctx.store.transaction((tx) => changeJob(tx, job.id, { settings: job.settings }))
        const before = await table(entity)
        await runJob(ctx, job, true)
        const checked = (await findJob(ctx.store.read, job.id))!
        expect(await table(entity)).toBe(before)
        await runJob(ctx, job, false)
        const done = (await findJob(ctx.store.read, job.id))!
        expect([done.state, done.failure], `${seed} ${entity}`).toEqual(['done', null])
        expect({ ...done.report, isDryRun: true, seconds: 0 }, `${seed} ${entity}`).toEqual({
          ...checked.report!,
          seconds: 0,
        })
        const { created, updated, unchanged, wrong: bad } = done.report!
        expect(created + updated + unchanged + bad).toBe(job.rowCount)
        wrong += bad
        loaded += created + updated
        const undone = await undoBatch(ctx, done.batchId!)
        expect(undone.leftCount, `${seed} ${entity}`).toBe(0)
        expect(await table(entity), `${seed} ${entity}`).toBe(before)
      }
      // The generated files must be a mix of valid and wrong rows.
      expect(wrong).toBeGreaterThan(files)
      expect(loaded).toBeGreaterThan(files)
    },
  )
})
