import { reliedUpon } from '#domain/catalogue/relied-upon.ts'
import { nameRecord, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { problemsOfAbsence, problemsOfFuture } from '#domain/catalogue/parse-record.ts'
import { writesUnseen } from '#domain/mask.ts'
import { Problem } from '#domain/problem.ts'
import { nameByFields } from '../resources/duplicates.ts'
import { refuseIfUsed } from '../resources/in-use.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import type { ManyRecords } from '../store/many-records.ts'
import type { RecordWriter } from '../store/records.ts'
import { candidateOf, withDuplicate, type Candidate } from './load-candidate.ts'
import { settleDuplicates } from './load-duplicates.ts'
import { findExisting, meanByName, takenKeys } from './load-lookups.ts'
import {
  inputOf,
  isSame,
  seenKeys,
  typedKeys,
  wrong,
  type Input,
  type LoadPlan,
  type LoadRow,
} from './load-plan.ts'
import type { RowResult } from './part-store.ts'

/** A piece of the file that only has to be written: the steps of a form, each taken by all rows together. */
export async function readyPiece(
  plan: LoadPlan,
  writer: RecordWriter,
  many: ManyRecords,
  rows: readonly LoadRow[],
): Promise<Candidate[]> {
  const inputs: Input[] = []
  for await (const bit of inBits(rows)) for (const { cells } of bit) inputs.push(inputOf(plan, cells))
  await meanByName(plan, writer, many, inputs, inputs)
  const existing = await findExisting(plan, many, inputs)
  const candidates: Candidate[] = []
  for await (const bit of inBits(rows))
    for (const { row } of bit) candidates.push(candidateOf(plan, row, inputs[candidates.length]!, existing))
  const open = (): Candidate[] => candidates.filter(({ result }) => !result)
  await resolveAll(plan, writer, many, open())
  const changing = await settleDuplicates(plan, writer.tx, many, open())
  await resolveAll(plan, writer, many, changing)
  await settleKeys(plan, many, open())
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
  await meanByName(
    plan,
    writer,
    many,
    changing.map(({ input }) => input),
    changing.map(({ values }) => values),
  )
  await many.learn(candidates.map(({ values }) => values))
  for await (const bit of inBits(candidates)) for (const each of bit) await resolve(many, each)
}

async function resolve(many: ManyRecords, each: Candidate): Promise<void> {
  const resolved = await many.resolve(each.values)
  const future = problemsOfFuture(many.entity, each.values, many.today(), each.existing ?? {})
  const problems = [...each.problems, ...future, ...resolved.problems]
  const named = new Set(problems.map(({ field }) => field))
  const absent = problemsOfAbsence(many.entity, resolved.values).filter(({ field }) => !named.has(field))
  each.values = resolved.values
  if (problems.length + absent.length > 0) each.result = wrong([...problems, ...absent])
}

export async function writePiece(
  plan: LoadPlan,
  writer: RecordWriter,
  many: ManyRecords,
  candidates: readonly Candidate[],
): Promise<RowResult[]> {
  const open = candidates.filter(({ result }) => !result)
  const made = open.filter((each) => !each.existing)
  for (const each of open) if (each.existing) each.result = await update(writer, each, each.existing)
  const records = await many.insert(made.map(({ values }) => values))
  for (const [at, each] of made.entries()) each.result = resultOf(plan, 'created', records[at]!)
  return candidates.map(({ result, duplicate }) => withDuplicate(result!, duplicate))
}

const rowsInBit = 50

/** Between bits of a piece, whatever the database has to say meanwhile is heard, and it is given its next work. */
async function* inBits<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += rowsInBit) {
    yield list.slice(from, from + rowsInBit)
    await letOthersIn()
  }
}

/** No key twice, neither in the file nor beside what is there already. */
async function settleKeys(
  plan: LoadPlan,
  many: ManyRecords,
  candidates: readonly Candidate[],
): Promise<void> {
  const { entity, seen } = plan
  const keys = typedKeys(entity)
  for (const names of keys) {
    const keyOf = (values: RecordValues): string => joinKey(entity, names, values)
    const moved = candidates.filter(
      (each) => !each.result && (!each.existing || keyOf(each.existing) !== keyOf(each.values)),
    )
    const taken = await takenKeys(
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
      const before = seen.get(`${names.join()} ${key}`)
      const there = taken.get(key)
      if (before !== undefined)
        refuse(`${nameByFields(entity, names, each.values)} stands in row ${before} of the file already`)
      else if (there && there.id !== each.existing?.id)
        refuse(`${nameByFields(entity, names, there)} exists already`)
      else if (names === keys.at(-1)) for (const one of seenKeys(entity, each.values)) seen.set(one, each.row)
    }
  }
}

async function update(writer: RecordWriter, each: Candidate, current: StoredRecord): Promise<RowResult> {
  const { entity } = writer
  const named = { id: current.id, name: nameRecord(entity, current) }
  const { values } = each
  const isUnchanged = Object.keys(entity.fields).every((name) => isSame(values[name], current[name]))
  if (isUnchanged && !writesUnseen(writer.hidden, each.input)) return { outcome: 'unchanged', ...named }
  try {
    const moved = reliedUpon(entity).filter((name) => !isSame(values[name], current[name]))
    if (moved.length > 0) await refuseIfUsed(writer, entity, current, 'change', moved)
    await writer.update(current, values)
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
