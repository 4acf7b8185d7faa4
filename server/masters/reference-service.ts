import { invalid, notFound, Problem } from '#domain/problem.ts'
import { referenceSets, type ReferenceSet } from '#domain/reference/sets.ts'
import { referenceWords, type ReferencePlan, type ReferenceReport } from '#domain/reference/words.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import type { QueryText } from '../resources/list-query.ts'
import { createWithin, updateWithin } from '../resources/resource-service.ts'
import { attempt } from '../store/attempt.ts'
import { beginBatch } from './batch-service.ts'
import { planOf, type Plan } from './reference-plan.ts'

const shown = (set: string, { same, additions, corrections }: Plan): ReferencePlan => ({
  set,
  same,
  add: additions.map(({ name }) => name),
  differ: corrections.map(({ words }) => words),
})

/** What loading each set would do now: read from the tables as they are, by what the loading itself goes by. */
export async function referencePlans(ctx: Context, query: QueryText): Promise<{ items: ReferencePlan[] }> {
  demand(ctx, 'read', 'referenceData')
  const zone = await readZone(ctx, query['zone'])
  const plans = referenceSets.map(async (set) => shown(set.id, await planOf(ctx.store.read, set, zone)))
  return { items: await Promise.all(plans) }
}

/** Adds what is missing and, if that is wanted, corrects what differs; one batch, to be taken back as a whole. */
export async function loadReference(ctx: Context, id: string, input: unknown): Promise<ReferenceReport> {
  demand(ctx, 'create', 'referenceData')
  const set = referenceSets.find((each) => each.id === id)
  if (!set) throw notFound(`There is no reference data ${id} here`)
  const { correct = false, zone } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >
  if (typeof correct !== 'boolean')
    throw invalid([{ field: 'correct', message: 'correct should be true or false' }])
  const chosen = await readZone(ctx, zone)
  return ctx.store.transaction(async (tx) => {
    const plan = await planOf(tx, set, chosen)
    const corrections = correct ? plan.corrections : []
    const report: ReferenceReport = { added: 0, corrected: 0, left: [], batchId: null }
    if (plan.additions.length + corrections.length === 0) return report
    const batch = await beginBatch(ctx, tx, {
      kind: 'reference data',
      entity: set.parts.length === 1 ? set.parts[0]!.entity : null,
      title: titleOf(set, plan.additions.length, corrections.length),
    })
    report.batchId = batch.batchId
    for (const { entity, values } of plan.additions) {
      await createWithin(batch, tx, entity.name, values)
      report.added++
    }
    for (const { entity, record, change, words } of corrections) {
      const request = { idOrCode: record.id, input: change, fields: 'some', version: record.version } as const
      try {
        await attempt(tx, () => updateWithin(batch, tx, entity.name, request))
        report.corrected++
      } catch (error) {
        // What others rely on stays as it is, and is named.
        if (!(error instanceof Problem)) throw error
        report.left.push(`${words}. ${error.message}`)
      }
    }
    return report
  })
}

function titleOf({ id }: ReferenceSet, added: number, corrected: number): string {
  const { name } = referenceWords.find((each) => each.id === id)!
  return `${name}: ${added} added${corrected > 0 ? `, up to ${corrected} corrected` : ''}`
}

/** The zone new states shall belong to; null: their own, which are added with them. */
async function readZone(ctx: Context, input: unknown): Promise<string | null> {
  if (input === undefined || input === null || input === '') return null
  const zone = await gate(ctx, 'read', 'zone').find(String(input))
  if (zone) return String(zone['Zone_Code'])
  throw invalid([{ field: 'zone', message: `There is no zone ${String(input)} here` }])
}
