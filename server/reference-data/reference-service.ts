import type { ReferenceChoices, ReferencePlan, ReferenceReport } from '#domain/api/changes/reference-data.ts'
import { invalid, notFound, Problem } from '#domain/problem.ts'
import type { ReferenceSet } from '#domain/reference/sets.ts'
import { referenceWords } from '#domain/reference/words.ts'
import type { Context } from '../core/context.ts'
import { requireRight, gate } from '../core/gate.ts'
import { createInTransaction, updateInTransaction } from '../records/record-service.ts'
import { attempt } from '../store/attempt.ts'
import { beginBatch } from '../changes/batch-service.ts'
import { planOf, type Plan } from './reference-plan.ts'
import { t } from '#domain/messages/t.ts'

/** Some hundred rows, whose names Node has to look up: loaded with the first use, not at each start. */
async function loadSets(): Promise<readonly ReferenceSet[]> {
  const { referenceSets } = await import('#domain/reference/sets.ts')
  return referenceSets
}

const toReferencePlan = (set: string, { same, additions, corrections }: Plan): ReferencePlan => ({
  set,
  same,
  add: additions.map(({ name }) => name),
  differ: corrections.map(({ words }) => words),
})

/** What loading each set would do now, by the same plan that loading uses. */
export async function referencePlans(
  ctx: Context,
  wanted: string | null,
): Promise<{ items: ReferencePlan[] }> {
  requireRight(ctx, 'read', 'referenceData')
  const zone = await findZone(ctx, wanted)
  const sets = await loadSets()
  const plans = sets.map(async (set) => toReferencePlan(set.id, await planOf(ctx.store.read, set, zone)))
  return { items: await Promise.all(plans) }
}

/** Adds missing records and optionally corrects differences, in one batch that can be undone. */
export async function loadReference(
  ctx: Context,
  id: string,
  { correct, zone }: ReferenceChoices,
): Promise<ReferenceReport> {
  requireRight(ctx, 'create', 'referenceData')
  const sets = await loadSets()
  const set = sets.find((each) => each.id === id)
  if (!set) throw notFound(t('There is no reference data {id} here', { id }))
  const zoneCode = await findZone(ctx, zone)
  return ctx.store.transaction(async (tx) => {
    const plan = await planOf(tx, set, zoneCode)
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
      await createInTransaction(batch, tx, entity.name, values)
      report.added++
    }
    for (const { entity, record, change, words } of corrections) {
      const request = { idOrCode: record.id, input: change, fields: 'some', version: record.version } as const
      try {
        await attempt(tx, () => updateInTransaction(batch, tx, entity.name, request))
        report.corrected++
      } catch (error) {
        // A record that cannot be changed because others refer to it is reported.
        if (!(error instanceof Problem)) throw error
        report.left.push(`${words}. ${error.message}`)
      }
    }
    return report
  })
}

function titleOf({ id }: ReferenceSet, added: number, corrected: number): string {
  const { title: name } = referenceWords.find((each) => each.id === id)!
  return corrected > 0
    ? t('{name}: {added} added, up to {corrected} corrected', { name: t(name), added, corrected })
    : t('{name}: {added} added', { name: t(name), added })
}

/** The zone of new states; null for the standard zones, which are added with them. */
async function findZone(ctx: Context, code: string | null): Promise<string | null> {
  if (code === null || code === '') return null
  const zone = await gate(ctx, 'read', 'zone').find(code)
  if (zone) return zone.Zone_Code
  throw invalid([{ field: 'zone', message: t('There is no zone {code} here', { code }) }])
}
