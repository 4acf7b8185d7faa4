import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { parseRecord, checkRequired, checkFutureDates } from '#domain/catalogue/parse-record.ts'
import { isObject } from '#domain/input.ts'
import { unmask } from '#domain/mask.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { RecordWriter } from '../store/records/records.ts'

// The steps that every record passes before it is written, whether it comes from a form, a bulk edit, an import, a visit
// or the bin. An import takes the first step for all rows of a chunk before the second, to read their references together.

interface ReadOptions {
  /** Values of fields that the input does not mention. */
  base?: Readonly<RecordValues>
  /** Values that the account did not enter, such as the stored ones: they may refer to records it cannot see. */
  trusted?: Readonly<RecordValues>
}

interface CheckOptions extends ReadOptions {
  /** Problems found earlier. */
  problems?: readonly FieldProblem[]
  /** Whether references to retired records are accepted, as in values that were stored before. */
  mayBeRetired?: boolean
}

export interface ReadRecord {
  values: RecordValues
  problems: readonly FieldProblem[]
}

/** First step: masked values become the stored ones, and the kind of each field reads its value. */
export function readInput(
  entity: Entity,
  input: unknown,
  { base, trusted = base }: ReadOptions = {},
): ReadRecord {
  const unmasked = isObject(input) ? unmask(entity, input, trusted ?? {}) : { given: input, problems: [] }
  const { values, problems } = parseRecord(entity, unmasked.given, base, trusted)
  return { values, problems: [...unmasked.problems, ...problems] }
}

/** Second step: references are resolved, which may complete the record; dates and missing values are checked. */
export async function completeRecord(
  { entity, resolve, today }: Pick<RecordWriter, 'entity' | 'resolve' | 'today'>,
  { values, problems }: ReadRecord,
  trusted?: Readonly<RecordValues>,
  mayBeRetired = false,
): Promise<ReadRecord> {
  const resolved = await resolve(values, trusted, mayBeRetired)
  const future = checkFutureDates(entity, values, today(), trusted)
  const wrong = [...problems, ...future, ...resolved.problems]
  const named = new Set(wrong.map((problem) => problem.field))
  const absent = checkRequired(entity, resolved.values).filter((problem) => !named.has(problem.field))
  return { values: resolved.values, problems: [...wrong, ...(named.has('') ? [] : absent)] }
}

/** Both steps for one record; throws every problem at once. */
export async function checkRecord(
  target: Pick<RecordWriter, 'entity' | 'resolve' | 'today'>,
  input: unknown,
  { base, trusted = base, problems: earlier = [], mayBeRetired = false }: CheckOptions = {},
): Promise<RecordValues> {
  const read = readInput(target.entity, input, { ...(base && { base }), ...(trusted && { trusted }) })
  const complete = await completeRecord(
    target,
    { values: read.values, problems: [...earlier, ...read.problems] },
    trusted,
    mayBeRetired,
  )
  if (complete.problems.length > 0) throw invalid([...complete.problems])
  return complete.values
}
