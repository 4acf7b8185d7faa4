import { nameRecord, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import { completeRecord } from '../../records/check-record.ts'
import { nameByFields } from '../../records/unique-violation.ts'
import { compareUpdate, saveUpdate } from '../../records/save-update.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { ManyRecords } from '../../store/records/many-records.ts'
import type { RecordWriter } from '../../store/records/records.ts'
import { candidateOf, withFindings, type Candidate } from './load-candidate.ts'
import { resolveDuplicates } from './load-duplicates.ts'
import { findExisting, replaceNamesWithCodes, existingKeys } from './load-lookups.ts'
import {
  hasKey,
  inputOf,
  seenKeys,
  typedKeys,
  wrong,
  type Input,
  type LoadPlan,
  type LoadRow,
} from './load-plan.ts'
import type { RowResult } from '../reading/part-store.ts'
import { t } from '#domain/messages/t.ts'

/** Prepares a chunk of rows for writing: each step of saving a form is done for all rows together. */
export async function prepareChunk(
  plan: LoadPlan,
  writer: RecordWriter,
  many: ManyRecords,
  rows: readonly LoadRow[],
): Promise<Candidate[]> {
  const inputs: Input[] = []
  for await (const slice of inSlices(rows)) for (const { cells } of slice) inputs.push(inputOf(plan, cells))
  const notes = await replaceNamesWithCodes(plan, writer, many, inputs, inputs)
  const existing = await findExisting(plan, many, inputs)
  const candidates: Candidate[] = []
  for await (const slice of inSlices(rows))
    for (const { row } of slice) {
      const at = candidates.length
      candidates.push(candidateOf(plan, row, inputs[at]!, existing, notes[at]!))
    }
  const open = (): Candidate[] => candidates.filter(({ result }) => !result)
  await resolveAll(plan, writer, many, open())
  const changing = await resolveDuplicates(plan, writer.tx, many, open())
  await resolveAll(plan, writer, many, changing)
  await refuseRepeatedKeys(plan, many, open())
  return candidates
}

async function resolveAll(
  plan: LoadPlan,
  writer: RecordWriter,
  many: ManyRecords,
  candidates: readonly Candidate[],
): Promise<void> {
  if (candidates.length === 0) return
  const changing = candidates.filter((each) => each.existing)
  const notes = await replaceNamesWithCodes(
    plan,
    writer,
    many,
    changing.map(({ input }) => input),
    changing.map(({ values }) => values),
  )
  for (const [at, each] of changing.entries()) each.notes.push(...notes[at]!)
  await many.learn(candidates.map(({ values }) => values))
  for await (const slice of inSlices(candidates)) for (const each of slice) await resolve(many, each)
}

async function resolve(many: ManyRecords, each: Candidate): Promise<void> {
  const { values, problems } = await completeRecord(many, each, each.existing ?? undefined)
  each.values = values
  if (problems.length > 0) each.result = wrong(problems)
}

export async function writeChunk(
  ctx: Context,
  plan: LoadPlan,
  writer: RecordWriter,
  many: ManyRecords,
  candidates: readonly Candidate[],
): Promise<RowResult[]> {
  const open = candidates.filter(({ result }) => !result)
  const newRows = open.filter((each) => !each.existing)
  for (const each of open) if (each.existing) each.result = await update(ctx, writer, each, each.existing)
  const records = await many.insert(newRows.map(({ values }) => values))
  for (const [at, each] of newRows.entries()) each.result = resultOf(plan, 'created', records[at]!)
  return candidates.map((each) => withFindings(each.result!, each))
}

const rowsPerSlice = 50

/** Yields to the event loop between slices, so that responses of the database are handled and it gets its next statement. */
async function* inSlices<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += rowsPerSlice) {
    yield list.slice(from, from + rowsPerSlice)
    await yieldToEventLoop()
  }
}

/** Refuses rows whose key is already in the file or in the table. */
async function refuseRepeatedKeys(
  plan: LoadPlan,
  many: ManyRecords,
  candidates: readonly Candidate[],
): Promise<void> {
  const { entity, seen } = plan
  const keys = typedKeys(entity)
  for (const names of keys) {
    const keyOf = (values: RecordValues): string => joinKey(entity, names, values)
    const moved = candidates.filter(
      ({ result, existing, values }) =>
        !result && hasKey(entity, names, values) && (!existing || keyOf(existing) !== keyOf(values)),
    )
    const existingByKey = await existingKeys(
      many,
      names,
      moved.map(({ values }) => keyOf(values)),
    )
    for (const each of candidates) {
      if (each.result) continue
      const key = keyOf(each.values)
      const refuse = (message: string): void => {
        each.result = wrong([{ field: names.at(-1)!, message }])
      }
      const isKnown = hasKey(entity, names, each.values)
      const before = isKnown ? seen.get(`${names.join()} ${key}`) : undefined
      const existing = isKnown ? existingByKey.get(key) : undefined
      if (before !== undefined)
        refuse(
          t('{record} is already in row {row} of the file', {
            record: nameByFields(entity, names, each.values),
            row: before,
          }),
        )
      else if (existing && existing.id !== each.existing?.id)
        refuse(t('{record} exists already', { record: nameByFields(entity, names, existing) }))
      else if (names === keys.at(-1)) for (const one of seenKeys(entity, each.values)) seen.set(one, each.row)
    }
  }
}

async function update(
  ctx: Context,
  writer: RecordWriter,
  each: Candidate,
  current: StoredRecord,
): Promise<RowResult> {
  const { entity } = writer
  const named = { id: current.id, name: nameRecord(entity, current) }
  const checked = compareUpdate(writer, current, each.values, each.input)
  if (checked.isSame) return { outcome: 'unchanged', ...named }
  try {
    await saveUpdate(ctx, writer, current, checked)
    return { outcome: 'updated', ...named }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { errors = [] } = error.details
    return wrong(errors.length > 0 ? [...errors] : [{ field: '', message: error.message }])
  }
}

const resultOf = (plan: LoadPlan, outcome: RowResult['outcome'], record: StoredRecord): RowResult => ({
  outcome,
  id: record.id,
  name: nameRecord(plan.entity, record),
})
