import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { parseRecord } from '#domain/catalogue/parse-record.ts'
import type { LikelyDuplicate } from '#domain/imports/import-job.ts'
import { unmask } from '#domain/mask.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { nameByFields } from '../resources/duplicates.ts'
import type { Existing } from './load-lookups.ts'
import { baseFor, keyOfInput, problemsOfGenerated, wrong, type Input, type LoadPlan } from './load-plan.ts'
import type { RowResult } from './part-store.ts'

/** A row on its way through the steps; it has a result as soon as it is out. */
export interface Candidate {
  row: number
  input: Input
  existing: StoredRecord | null
  values: RecordValues
  problems: FieldProblem[]
  /** The record that the row seems to repeat. */
  duplicate?: LikelyDuplicate
  result?: RowResult
}

type Values = Pick<Candidate, 'input' | 'existing' | 'values' | 'problems'>

/** What a row makes of a record, or of none; `kept` are the fields by which that was found, and which it keeps. */
export function valuesOf(
  { entity, settings }: LoadPlan,
  given: Input,
  current: StoredRecord | null,
  kept: readonly string[],
): Values {
  // By what a record was found it is not changed: `ka` finds KA and leaves it so.
  const input = { ...given }
  if (current) for (const name of kept) input[name] = current[name]
  if (current && settings.leaveEmpty)
    for (const [name, value] of Object.entries(input)) if (value === null) delete input[name]
  const sent = unmask(entity, input, current ?? {})
  const parsed = parseRecord(entity, sent.given, current ? baseFor(entity, input, current) : undefined)
  return {
    input,
    existing: current,
    values: parsed.values,
    problems: [...sent.problems, ...parsed.problems],
  }
}

export function candidateOf(plan: LoadPlan, row: number, given: Input, existing: Existing): Candidate {
  const { entity, settings } = plan
  const { key, problems } = keyOfInput(plan, given)
  const found = key === null ? [] : (existing.get(key) ?? [])
  const current = settings.mode === 'create' ? null : (found[0] ?? null)
  const read = valuesOf(plan, given, current, settings.key)
  const { input } = read
  const candidate: Candidate = {
    row,
    ...read,
    problems: [
      ...problems.filter(({ field }) => !read.problems.some((one) => one.field === field)),
      ...read.problems,
    ],
  }
  const refuse = (message: string): Candidate => ({
    ...candidate,
    result: wrong([{ field: settings.key.at(-1) ?? '', message }]),
  })
  const said = nameByFields(entity, settings.key, input as RecordValues)
  if (settings.mode !== 'create' && found.length > 1)
    return refuse(`${said} belongs to ${found.length} ${entity.plural.toLowerCase()}: which one is meant?`)
  if (settings.mode === 'update' && !current && problems.length === 0)
    return key === null
      ? refuse(
          `${settings.key.map((name) => entity.fields[name]!.label).join(', ')} is needed to find what to update`,
        )
      : refuse(`There is no ${entity.singular.toLowerCase()} with ${said}`)
  candidate.problems.unshift(...problemsOfGenerated(plan, input, current === null))
  return candidate
}

/** What a wrong row seems to repeat is of no interest yet. */
export const withDuplicate = (result: RowResult, duplicate: Candidate['duplicate']): RowResult =>
  duplicate && result.outcome !== 'wrong' ? { ...result, duplicate } : result
