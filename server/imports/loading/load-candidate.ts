import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { LikelyDuplicate } from '#domain/api/imports/import-rows.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import { formerCode } from '../../records/code-warnings.ts'
import { readInput } from '../../records/check-record.ts'
import { nameByFields } from '../../records/unique-violation.ts'
import type { ExistingByKey } from './load-lookups.ts'
import { baseFor, keyOfInput, problemsOfGenerated, wrong, type Input, type LoadPlan } from './load-plan.ts'
import type { RowResult } from '../reading/part-store.ts'
import { t } from '#domain/messages/t.ts'

/** A row on its way through the steps; it has a result once it is finished. */
export interface Candidate {
  row: number
  input: Input
  existing: StoredRecord | null
  values: RecordValues
  problems: readonly FieldProblem[]
  /** The former codes that the row has. */
  notes: FieldProblem[]
  /** The existing record that the row probably duplicates. */
  duplicate?: LikelyDuplicate
  result?: RowResult
}

type Values = Pick<Candidate, 'input' | 'existing' | 'values' | 'problems'>

/** The values of a new or updated record; `keyFields` are the fields it was found by, which stay unchanged. */
export function valuesOf(
  { entity, settings }: LoadPlan,
  rawInput: Input,
  current: StoredRecord | null,
  keyFields: readonly string[],
): Values {
  // A key field is not updated by the row that matches it: `ka` finds KA and leaves it so.
  const input = { ...rawInput }
  if (current) for (const name of keyFields) input[name] = current[name]
  if (current && settings.leaveEmpty)
    for (const [name, value] of Object.entries(input)) if (value === null) delete input[name]
  const stored = current ? { base: baseFor(entity, input, current), trusted: current } : {}
  return { input, existing: current, ...readInput(entity, input, stored) }
}

export function candidateOf(
  plan: LoadPlan,
  row: number,
  rawInput: Input,
  existing: ExistingByKey,
  notes: readonly FieldProblem[],
): Candidate {
  const { entity, settings } = plan
  const { key, problems } = keyOfInput(plan, rawInput)
  const found = key === null ? [] : (existing.get(key) ?? [])
  const current = settings.mode === 'create' ? null : (found[0] ?? null)
  const read = valuesOf(plan, rawInput, current, settings.key)
  const { input } = read
  const candidate: Candidate = {
    row,
    ...read,
    problems: [
      ...problems.filter(({ field }) => !read.problems.some((one) => one.field === field)),
      ...read.problems,
    ],
    notes: [
      ...notes,
      ...(current && key !== joinKey(entity, settings.key, current)
        ? formerKey(plan, rawInput, current)
        : []),
    ],
  }
  const refuse = (message: string): Candidate => ({
    ...candidate,
    result: wrong([{ field: settings.key.at(-1) ?? '', message }]),
  })
  const keyLabel = nameByFields(entity, settings.key, input as RecordValues)
  if (settings.mode !== 'create' && found.length > 1)
    return refuse(
      t('{key} belongs to {count} {records}: use a key that identifies one of them', {
        key: keyLabel,
        count: found.length,
        records: t(entity.plural).toLowerCase(),
      }),
    )
  if (settings.mode === 'update' && !current && problems.length === 0)
    return key === null
      ? refuse(
          t('{labels} is required to find the record to update', {
            labels: settings.key.map((name) => t(entity.fields[name]!.label)).join(', '),
          }),
        )
      : refuse(
          t('There is no {record} with {key}', { record: t(entity.singular).toLowerCase(), key: keyLabel }),
        )
  const generated = problemsOfGenerated(plan, input, current === null)
  return { ...candidate, problems: [...generated, ...candidate.problems] }
}

/** The record was found by a code that it had before; former codes of parents are noted already. */
const formerKey = ({ entity, settings }: LoadPlan, input: Input, current: StoredRecord): FieldProblem[] =>
  settings.key.flatMap((name) => {
    const field = entity.fields[name]!
    const typed = input[name]
    const code = showPlain(current[name] ?? null)
    const isFormer =
      typeof typed === 'string' && !field.reference && toKey(field, typed) !== toKey(field, code)
    return isFormer ? [formerCode(name, typed, code)] : []
  })

/** A wrong row does not show its duplicate. */
export const withFindings = (
  result: RowResult,
  { duplicate, notes }: Pick<Candidate, 'duplicate' | 'notes'>,
): RowResult => ({
  ...result,
  ...(duplicate && result.outcome !== 'wrong' && { duplicate }),
  ...(notes.length > 0 && { notes }),
})
