import { referencesOf } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type StoredRecord } from '#domain/catalogue/entity.ts'
import { Problem, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { duplicateProblem } from '../resources/duplicates.ts'
import { createWithin, updateWithin } from '../resources/resource-service.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { findExisting, meanByName } from './load-lookups.ts'
import { candidateOf, withDuplicate, type Candidate } from './load-candidate.ts'
import { settleDuplicates } from './load-duplicates.ts'
import { inputOf, problemsOfGenerated, seenKeys, wrong, type LoadPlan, type LoadRow } from './load-plan.ts'
import type { RowResult } from './part-store.ts'

/** Loads one row as a form would save it: for records that need more than their declaration says. */
export async function loadRow(
  ctx: Context,
  tx: Tx,
  plan: LoadPlan,
  { row, cells }: LoadRow,
): Promise<RowResult> {
  const { entity, seen } = plan
  const writer = gate(ctx, 'create', entity.name).using(tx)
  const many = writer.many()
  const input = inputOf(plan, cells)
  await meanByName(plan, writer, many, [input], [input])
  const candidate = candidateOf(plan, row, input, await findExisting(plan, many, [input]))
  if (candidate.result) return candidate.result
  await settleDuplicates(plan, tx, many, [candidate])
  const { existing, values, duplicate } = candidate
  if (candidate.result) return withDuplicate(candidate.result, duplicate)
  if (existing) await meanByName(plan, writer, many, [candidate.input], [values])
  const generated = problemsOfGenerated(plan, input, !existing)
  if (generated.length > 0) return wrong(generated)
  const keys = [...seenKeys(entity, values), ...(existing ? [existing.id] : [])]
  const before = keys.map((key) => seen.get(key)).find((each) => each !== undefined)
  if (before !== undefined) {
    const message = `${nameRecord(entity, values)} stands in row ${before} of the file already`
    return wrong([{ field: entity.key.at(-1) ?? '', message }])
  }
  try {
    const saved = await attempt(tx, () => save(ctx, tx, plan, candidate))
    for (const key of [...keys, saved.id]) seen.set(key, row)
    const outcome = !existing ? 'created' : saved.version === existing.version ? 'unchanged' : 'updated'
    return withDuplicate({ outcome, id: saved.id, name: nameRecord(entity, saved) }, duplicate)
  } catch (error) {
    return wrong(await problemsOf(ctx, candidate, entity.name, error))
  }
}

function save(
  ctx: Context,
  tx: Tx,
  { entity }: LoadPlan,
  { input, existing }: Candidate,
): Promise<StoredRecord> {
  if (!existing) return createWithin(ctx, tx, entity.name, input)
  const repeated = referencesOf(entity).filter(
    ({ name, reference }) => reference.pairedWith && reference.pairedWith in input && !(name in input),
  )
  const change = { ...input, ...Object.fromEntries(repeated.map(({ name }) => [name, null])) }
  const request = { idOrCode: existing.id, input: change, fields: 'some', version: existing.version } as const
  return updateWithin(ctx, tx, entity.name, request)
}

async function problemsOf(
  ctx: Context,
  { values }: Candidate,
  name: string,
  error: unknown,
): Promise<FieldProblem[]> {
  const problem =
    error instanceof Problem
      ? error
      : ((await duplicateProblem(gate(ctx, 'read', name), values, error)) ?? ctx.store.problemOf(error))
  // What is the database's own trouble is no fault of the row.
  if (!problem || problem.status >= 500) throw error
  const { errors = [], msg } = problem.details
  return errors.length > 0 ? [...errors] : [{ field: '', message: msg }]
}
