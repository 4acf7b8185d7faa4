import { reliedUpon } from '#domain/catalogue/relied-upon.ts'
import { nameRecord, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { parseRecord, problemsOfAbsence } from '#domain/catalogue/parse-record.ts'
import { unmask, writesUnseen } from '#domain/mask.ts'
import { Problem, type FieldProblem } from '#domain/problem.ts'
import { nameByFields } from '../resources/duplicates.ts'
import { refuseIfUsed } from '../resources/in-use.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import type { ManyRecords } from '../store/many-records.ts'
import type { RecordWriter } from '../store/records.ts'
import { findExisting, meanByName, takenKeys, type Existing } from './load-lookups.ts'
import {
  baseFor,
  inputOf,
  isSame,
  keyOfInput,
  problemsOfGenerated,
  seenKeys,
  typedKeys,
  wrong,
  type Input,
  type LoadPlan,
  type LoadRow,
} from './load-plan.ts'
import type { RowResult } from './part-store.ts'

/** A row on its way through the steps; it has a result as soon as it is out. */
export interface Candidate {
  row: number
  input: Input
  existing: StoredRecord | null
  values: RecordValues
  problems: FieldProblem[]
  result?: RowResult
}

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
  const changing = open().filter((each) => each.existing)
  await meanByName(
    plan,
    writer,
    many,
    changing.map(({ input }) => input),
    changing.map(({ values }) => values),
  )
  await many.learn(open().map(({ values }) => values))
  for await (const bit of inBits(open())) for (const each of bit) await resolve(many, each)
  await settleKeys(plan, many, open())
  return candidates
}

async function resolve(many: ManyRecords, each: Candidate): Promise<void> {
  const resolved = await many.resolve(each.values)
  const problems = [...each.problems, ...resolved.problems]
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
  return candidates.map(({ result }) => result!)
}

const rowsInBit = 50

/** Between bits of a piece, whatever the database has to say meanwhile is heard, and it is given its next work. */
async function* inBits<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += rowsInBit) {
    yield list.slice(from, from + rowsInBit)
    await letOthersIn()
  }
}

export function candidateOf(plan: LoadPlan, row: number, given: Input, existing: Existing): Candidate {
  const { entity, settings } = plan
  const { key, problems } = keyOfInput(plan, given)
  const found = key === null ? [] : (existing.get(key) ?? [])
  const current = settings.mode === 'create' ? null : (found[0] ?? null)
  // By what a record was found it is not changed: `ka` finds KA and leaves it so.
  const input = { ...given }
  if (current) for (const name of settings.key) input[name] = current[name]
  if (current && settings.leaveEmpty)
    for (const [name, value] of Object.entries(input)) if (value === null) delete input[name]
  const sent = unmask(entity, input, current ?? {})
  const parsed = parseRecord(entity, sent.given, current ? baseFor(entity, input, current) : undefined)
  const candidate: Candidate = {
    row,
    input,
    existing: current,
    values: parsed.values,
    problems: [
      ...problems.filter(({ field }) => !parsed.problems.some((one) => one.field === field)),
      ...sent.problems,
      ...parsed.problems,
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
