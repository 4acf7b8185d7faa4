import type { Action } from '#domain/access/policy.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { reliedUpon } from '#domain/catalogue/relied-upon.ts'
import { maskFields, unmask, writesUnseen } from '#domain/mask.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Tx } from '../store/dialect.ts'
import type { HistoryEntry } from '../store/history-store.ts'
import type { Records, RecordWriter } from '../store/records.ts'
import { afterwards, behaviours, beforeStrangerCreates, holdFirst } from './behaviours.ts'
import { checkRecord } from './check-record.ts'
import { withCodeWarnings } from './code-warnings.ts'
import { duplicateProblem } from './duplicates.ts'
import { calendarOf, readListQuery, type QueryText } from './list-query.ts'
import { once, type Answer } from '../once.ts'
import { refuseIfUsed } from './in-use.ts'

/** A page, as the JSON of the answer. */
export async function list(ctx: Context, name: string, query: QueryText): Promise<string> {
  const records = gate(ctx, 'read', name)
  return records.listAsJson(readListQuery(records.entity, query, calendarOf(ctx)))
}

export async function read(ctx: Context, name: string, idOrCode: string): Promise<StoredRecord> {
  const records = gate(ctx, 'read', name)
  return (await records.find(idOrCode)) ?? missing(records.entity, idOrCode)
}

export async function create(ctx: Context, name: string, input: unknown): Promise<Answer<StoredRecord>> {
  if (ctx.actor.kind === 'anonymous') await beforeStrangerCreates[name]?.(ctx)
  return once(ctx, [name, input], (keep) =>
    saving(ctx, 'create', name, async (writer, _entity, remember) => {
      await holdFirst[name]?.({ ctx, writer }, [input])
      const values = remember(await checkRecord(writer, unmasked(writer.entity, input, {})))
      await behaviours[name]?.({ before: null, after: values }, { ctx, writer })
      const record = await writer.insert(values)
      await afterwards[name]?.({ before: null, after: record }, { ctx, writer })
      const body = withCodeWarnings(writer.entity, input, shown(writer, record))
      return keep(writer.tx, { status: 201, body })
    }),
  )
}

/** The same as part of a larger whole, such as the rows a new database begins with. */
export async function createWithin(
  ctx: Context,
  tx: Tx,
  name: string,
  input: unknown,
): Promise<StoredRecord> {
  const writer = gate(ctx, 'create', name).using(tx)
  await holdFirst[name]?.({ ctx, writer }, [input])
  const values = await checkRecord(writer, input)
  await behaviours[name]?.({ before: null, after: values }, { ctx, writer })
  const record = await writer.insert(values)
  await afterwards[name]?.({ before: null, after: record }, { ctx, writer })
  return record
}

export interface UpdateRequest {
  idOrCode: string
  input: unknown
  /** `some`: fields not mentioned stay as they are. `all`: fields not mentioned are emptied. */
  fields: 'some' | 'all'
  /** The version the change was made from, when a header says it; else the input's own `version`. */
  version?: number
}

export function update(ctx: Context, name: string, request: UpdateRequest): Promise<StoredRecord> {
  return saving(ctx, 'update', name, (writer, _entity, remember) =>
    updateWith(ctx, writer, request, remember),
  )
}

/** The same as part of a larger whole. */
export const updateWithin = (
  ctx: Context,
  tx: Tx,
  name: string,
  request: UpdateRequest,
): Promise<StoredRecord> => updateWith(ctx, gate(ctx, 'update', name).using(tx), request)

async function updateWith(
  ctx: Context,
  writer: RecordWriter,
  request: UpdateRequest,
  remember: Remember = (values) => values,
): Promise<StoredRecord> {
  const { entity } = writer
  await holdFirst[entity.name]?.({ ctx, writer }, [await writer.find(request.idOrCode), request.input])
  const current = (await writer.lock(request.idOrCode)) ?? missing(entity, request.idOrCode)
  const { values, isSame, moved } = await checkUpdate(writer, current, request, remember)
  if (isSame) return shown(writer, current)
  await behaviours[entity.name]?.({ before: current, after: values }, { ctx, writer })
  if (moved.length > 0) await refuseIfUsed(writer, entity, current, 'change', moved)
  const record = await writer.update(current, values)
  await afterwards[entity.name]?.({ before: current, after: record }, { ctx, writer })
  return shown(writer, record)
}

export interface CheckedUpdate {
  /** What the record holds afterwards. */
  values: RecordValues
  /** Whether it holds all of that already. */
  isSame: boolean
  /** Fields with a new value that other records refer to. */
  moved: readonly string[]
}

/** Checks a change of a record that is held, without writing it. */
export async function checkUpdate(
  writer: RecordWriter,
  current: StoredRecord,
  request: UpdateRequest,
  remember: Remember = (values) => values,
): Promise<CheckedUpdate> {
  const { entity } = writer
  refuseStale(entity, shown(writer, current), request.version ?? versionIn(request.input))
  const base = request.fields === 'some' ? current : generatedOf(entity, current)
  const checked = await checkRecord(writer, unmasked(entity, request.input, current), { base, kept: current })
  const values = remember(checked)
  const hasSame = Object.keys(entity.fields).every((field) => sameValue(values[field], current[field]))
  const moved = reliedUpon(entity).filter((field) => !sameValue(values[field], current[field]))
  return { values, isSame: hasSame && !writesUnseen(writer.hidden, request.input), moved }
}

export function remove(ctx: Context, name: string, idOrCode: string, version?: number): Promise<void> {
  return saving(ctx, 'delete', name, (writer) => removeWith(ctx, writer, idOrCode, version))
}

/** The same as part of a larger whole. */
export const removeWithin = (
  ctx: Context,
  tx: Tx,
  name: string,
  idOrCode: string,
  version?: number,
): Promise<void> => removeWith(ctx, gate(ctx, 'delete', name).using(tx), idOrCode, version)

async function removeWith(
  ctx: Context,
  writer: RecordWriter,
  idOrCode: string,
  version: number | undefined,
): Promise<void> {
  const { entity } = writer
  await holdFirst[entity.name]?.({ ctx, writer }, [await writer.find(idOrCode)])
  const current = (await writer.lock(idOrCode)) ?? missing(entity, idOrCode)
  if (version !== undefined) refuseStale(entity, shown(writer, current), version)
  await behaviours[entity.name]?.({ before: current, after: null }, { ctx, writer })
  await refuseIfUsed(writer, entity, current, 'delete')
  await writer.remove(current)
  await afterwards[entity.name]?.({ before: current, after: null }, { ctx, writer })
}

export function restore(ctx: Context, name: string, id: string): Promise<StoredRecord> {
  return saving(ctx, 'restore', name, (writer, _entity, remember) => restoreWith(ctx, writer, id, remember))
}

/** The same as part of a larger whole. */
export const restoreWithin = (ctx: Context, tx: Tx, name: string, id: string): Promise<StoredRecord> =>
  restoreWith(ctx, gate(ctx, 'restore', name).using(tx), id)

async function restoreWith(
  ctx: Context,
  writer: RecordWriter,
  id: string,
  remember: Remember = (values) => values,
): Promise<StoredRecord> {
  const { entity } = writer
  const binned = (await writer.binned(id)) ?? missing(entity, id, 'in the bin')
  await holdFirst[entity.name]?.({ ctx, writer }, [binned])
  const values = remember(await checkRecord(writer, binned, { base: binned }))
  await behaviours[entity.name]?.({ before: null, after: values, restored: binned.id }, { ctx, writer })
  const record = await writer.restore(binned, values)
  await afterwards[entity.name]?.({ before: null, after: record, restored: record.id }, { ctx, writer })
  return shown(writer, record)
}

export async function history(ctx: Context, name: string, idOrCode: string): Promise<HistoryEntry[]> {
  const records = gate(ctx, 'history', name)
  const record = await records.find(idOrCode)
  const entries = await records.history(record?.id ?? idOrCode.toLowerCase())
  return entries.length > 0 ? entries : missing(records.entity, idOrCode)
}

/** Keeps what is being saved for the sentence about a duplicate. */
type Remember = (values: RecordValues) => RecordValues

/** One transaction, after the gate; a duplicate is explained with what was being saved. */
async function saving<T>(
  ctx: Context,
  action: Action,
  name: string,
  work: (writer: RecordWriter, entity: Entity, remember: Remember) => Promise<T>,
): Promise<T> {
  const records: Records = gate(ctx, action, name)
  let saved: RecordValues = {}
  const remember: Remember = (values) => (saved = values)
  try {
    return await records.transaction((writer) => work(writer, records.entity, remember))
  } catch (error) {
    throw (await duplicateProblem(records, saved, error)) ?? error
  }
}

const shown = ({ hidden }: RecordWriter, record: StoredRecord): StoredRecord => maskFields(record, hidden)

/** What was sent, with what is still masked as it is. */
function unmasked(entity: Entity, input: unknown, current: Readonly<RecordValues>): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const { given, problems } = unmask(entity, input as Record<string, unknown>, current)
  if (problems.length > 0) throw invalid(problems)
  return given
}

function missing(entity: Entity, idOrCode: string, where = 'here'): never {
  throw notFound(`There is no ${entity.singular.toLowerCase()} ${idOrCode} ${where}`)
}

function versionIn(input: unknown): number | undefined {
  const version =
    typeof input === 'object' && input !== null && 'version' in input ? input.version : undefined
  return typeof version === 'number' ? version : undefined
}

function refuseStale(entity: Entity, current: StoredRecord, version: number | undefined): void {
  if (version === undefined) {
    throw invalid([{ field: 'version', message: 'version is required: send the version that was changed' }])
  }
  if (version === current.version) return
  throw conflict(
    `${nameRecord(entity, current)} was changed by someone else meanwhile. Nothing was overwritten`,
    [],
    { current },
  )
}

const generatedOf = (entity: Entity, current: StoredRecord): RecordValues => {
  const kept = Object.entries(entity.fields).filter(([, field]) => field.presence === 'generated')
  return Object.fromEntries(kept.map(([name]) => [name, current[name]!]))
}

const sameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
