import { referencesOf, nameRecord, type StoredRecord } from '#domain/catalogue/entity.ts'
import { Problem, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import { dynamicGate } from '../../core/gate.ts'
import { duplicateProblem } from '../../records/unique-violation.ts'
import { createInTransaction, updateInTransaction } from '../../records/record-service.ts'
import { attempt } from '../../store/attempt.ts'
import type { Tx } from '../../store/dialect.ts'
import { findExisting, replaceNamesWithCodes } from './load-lookups.ts'
import { candidateOf, withFindings, type Candidate } from './load-candidate.ts'
import { resolveDuplicates } from './load-duplicates.ts'
import { inputOf, problemsOfGenerated, seenKeys, wrong, type LoadPlan, type LoadRow } from './load-plan.ts'
import type { RowResult } from '../reading/part-store.ts'
import { t } from '#domain/messages/t.ts'

/** Loads one row like a form would save it, for entities with checks beyond their declaration. */
export async function loadRow(
  ctx: Context,
  tx: Tx,
  plan: LoadPlan,
  { row, cells }: LoadRow,
): Promise<RowResult> {
  const { entity, seen } = plan
  const writer = dynamicGate(ctx, 'create', entity.name).using(tx)
  const many = writer.many()
  const input = inputOf(plan, cells)
  const [notes] = await replaceNamesWithCodes(plan, writer, many, [input], [input])
  const candidate = candidateOf(plan, row, input, await findExisting(plan, many, [input]), notes!)
  if (candidate.result) return withFindings(candidate.result, candidate)
  await resolveDuplicates(plan, tx, many, [candidate])
  const { existing, values } = candidate
  if (candidate.result) return withFindings(candidate.result, candidate)
  if (existing) await replaceNamesWithCodes(plan, writer, many, [candidate.input], [values])
  const generated = problemsOfGenerated(plan, input, !existing)
  if (generated.length > 0) return wrong(generated)
  const keys = [...seenKeys(entity, values), ...(existing ? [existing.id] : [])]
  const before = keys.map((key) => seen.get(key)).find((each) => each !== undefined)
  if (before !== undefined) {
    const message = t('{record} is already in row {row} of the file', {
      record: nameRecord(entity, values),
      row: before,
    })
    return wrong([{ field: entity.key.at(-1) ?? '', message }])
  }
  try {
    const saved = await attempt(tx, () => save(ctx, tx, plan, candidate))
    for (const key of [...keys, saved.id]) seen.set(key, row)
    const outcome = !existing ? 'created' : saved.version === existing.version ? 'unchanged' : 'updated'
    return withFindings({ outcome, id: saved.id, name: nameRecord(entity, saved) }, candidate)
  } catch (error) {
    return wrong(await problemsOf(ctx, candidate, entity.name, error))
  }
}

function save(
  ctx: Context,
  tx: Tx,
  { entity, settings }: LoadPlan,
  { input, existing }: Candidate,
): Promise<StoredRecord> {
  if (!existing) return createInTransaction(ctx, tx, entity.name, input, settings)
  const repeated = referencesOf(entity).filter(
    ({ name, reference }) => reference.pairedWith && reference.pairedWith in input && !(name in input),
  )
  const change = { ...input, ...Object.fromEntries(repeated.map(({ name }) => [name, null])) }
  const request = { idOrCode: existing.id, input: change, fields: 'some', version: existing.version } as const
  return updateInTransaction(ctx, tx, entity.name, request)
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
      : ((await duplicateProblem(dynamicGate(ctx, 'read', name), values, error)) ??
        ctx.store.problemOf(error))
  // A database failure is not a problem of the row.
  if (!problem || problem.status >= 500) throw error
  const { errors = [], msg } = problem.details
  return errors.length > 0 ? [...errors] : [{ field: '', message: msg }]
}
