import type { Action } from '#domain/access/policy.ts'
import { entityNamed, type EntityName, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { withGivenCode } from '#domain/catalogue/reading/given-codes.ts'
import { isStoredRecord } from '#domain/catalogue/values.ts'
import { isObject } from '#domain/input.ts'
import type { Names } from '#domain/lists/names.ts'
import { maskFields } from '#domain/mask.ts'
import { parseJson } from '#domain/parse-json.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import type { Tx } from '../store/dialect.ts'
import type { HistoryEntry } from '../store/history/history-store.ts'
import { findAfterMerges } from '../store/records/former-codes.ts'
import { isId } from '../store/new-id.ts'
import type { Records, RecordWriter } from '../store/records/records.ts'
import { referenceNames } from './reference-names.ts'
import { saveHooksOf } from './save-hooks.ts'
import { checkRecord } from './check-record.ts'
import { withCodeWarnings, withFormerCode } from './code-warnings.ts'
import { duplicateProblem } from './unique-violation.ts'
import { calendarOf, readListQuery, type QueryText } from './list-query.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { refuseIfUsed } from './in-use.ts'
import { compareUpdate, saveUpdate, type CheckedUpdate } from './save-update.ts'
import { t } from '#domain/messages/t.ts'

/** A page as JSON text. */
export async function list(ctx: Context, name: string, query: QueryText): Promise<string> {
  const records = dynamicGate(ctx, 'read', name)
  const page = await records.listAsJson(readListQuery(records.entity, query, calendarOf(ctx)))
  if (query['names'] !== 'true') return page
  const { items } = parseJson(page, isPage)
  const names = await referenceNames(ctx, records.entity, items, true)
  return `${page.slice(0, -1)},"names":${JSON.stringify(names)}}`
}

const isPage = (value: unknown): value is { items: StoredRecord[] } =>
  isObject(value) && Array.isArray(value['items']) && value['items'].every(isStoredRecord)

export async function read<N extends EntityName>(
  ctx: Context,
  name: N,
  idOrCode: string,
): Promise<RecordNamed<N>>
export async function read(ctx: Context, name: string, idOrCode: string): Promise<StoredRecord>
export async function read(ctx: Context, name: string, idOrCode: string): Promise<StoredRecord> {
  const entity = entityNamed(name)
  const record = (await findRecord(ctx, name, idOrCode)) ?? throwNotFound(entity, idOrCode)
  return withFormerCode(entity, idOrCode, record)
}

/** Finds a record by its id or code; a bookmark of a record that was merged leads to the record that was kept. */
export async function findRecord<N extends EntityName>(
  ctx: Context,
  name: N,
  idOrCode: string,
): Promise<RecordNamed<N> | undefined>
export async function findRecord(
  ctx: Context,
  name: string,
  idOrCode: string,
): Promise<StoredRecord | undefined>
export async function findRecord(
  ctx: Context,
  name: string,
  idOrCode: string,
): Promise<StoredRecord | undefined> {
  const records = dynamicGate(ctx, 'read', name)
  const record = await records.find(idOrCode)
  if (record || !isId(idOrCode)) return record
  const current = await findAfterMerges(ctx.store.read, records.entity, idOrCode.toLowerCase())
  return current && records.find(current.id)
}

interface CreateOptions {
  /** Whether a code in the input is kept, where the server would generate one. */
  keepCodes?: boolean
}

export async function create(
  ctx: Context,
  name: string,
  input: unknown,
  options: CreateOptions = {},
): Promise<Answer<StoredRecord>> {
  if (ctx.actor.kind === 'anonymous') await saveHooksOf(name).beforeAnonymousCreate?.(ctx)
  return once(ctx, [name, input, ...(options.keepCodes ? ['keep codes'] : [])], (keep) =>
    saveInTransaction(ctx, 'create', name, async (writer, _entity, remember) => {
      const record = await createWith(ctx, writer, input, options, remember)
      const body = await withCodeWarnings(writer, input, masked(writer, record))
      return keep(writer.tx, { status: 201, body })
    }),
  )
}

/** The same inside a transaction of the caller, such as the initial rows of a new database. */
export const createInTransaction = (
  ctx: Context,
  tx: Tx,
  name: string,
  input: unknown,
  options?: CreateOptions,
): Promise<StoredRecord> => createWith(ctx, dynamicGate(ctx, 'create', name).using(tx), input, options)

async function createWith(
  ctx: Context,
  writer: RecordWriter,
  input: unknown,
  { keepCodes = false }: CreateOptions = {},
  remember: Remember = (values) => values,
): Promise<StoredRecord> {
  const { name } = writer.entity
  await saveHooksOf(name).lock?.({ ctx, writer }, [input])
  const { resolve, today } = writer
  const entity = keepCodes ? withGivenCode(writer.entity) : writer.entity
  const values = remember(await checkRecord({ entity, resolve, today }, input))
  await saveHooksOf(name).check?.({ before: null, after: values }, { ctx, writer })
  const record = await writer.insert(values)
  await saveHooksOf(name).after?.({ before: null, after: record }, { ctx, writer })
  return record
}

export interface UpdateRequest {
  idOrCode: string
  input: unknown
  /** `some`: fields not mentioned keep their value. `all`: fields not mentioned are emptied. */
  fields: 'some' | 'all'
  /** The version from the If-Match header; by default the `version` of the input. */
  version?: number
  /** The values were stored before, and are not typed by a person now. */
  isRestoring?: true
}

export function update(ctx: Context, name: string, request: UpdateRequest): Promise<StoredRecord> {
  return saveInTransaction(ctx, 'update', name, async (writer, _entity, remember) => {
    const record = await updateWith(ctx, writer, request, remember)
    return withCodeWarnings(writer, request.input, record, 'update')
  })
}

/** The same inside a transaction of the caller. */
export const updateInTransaction = (
  ctx: Context,
  tx: Tx,
  name: string,
  request: UpdateRequest,
): Promise<StoredRecord> => updateWith(ctx, dynamicGate(ctx, 'update', name).using(tx), request)

async function updateWith(
  ctx: Context,
  writer: RecordWriter,
  request: UpdateRequest,
  remember: Remember = (values) => values,
): Promise<StoredRecord> {
  const { entity } = writer
  await saveHooksOf(entity.name).lock?.({ ctx, writer }, [await writer.find(request.idOrCode), request.input])
  const current = (await writer.lock(request.idOrCode)) ?? throwNotFound(entity, request.idOrCode)
  const checked = await checkUpdate(writer, current, request, remember)
  if (checked.isSame) return masked(writer, current)
  return masked(writer, await saveUpdate(ctx, writer, current, checked))
}

/** Texts as they were stored, where a save spells them in another way, such as a phone number. */
function withStoredTexts(entity: Entity, checked: RecordValues, stored: unknown): RecordValues {
  const before = isObject(stored) ? stored : {}
  const texts = Object.entries(entity.fields).flatMap(([name, { reference }]): [string, string][] => {
    const text = before[name]
    return !reference && typeof text === 'string' && typeof checked[name] === 'string' ? [[name, text]] : []
  })
  return { ...checked, ...Object.fromEntries(texts) }
}

/** Checks an update of a locked record without writing it. */
export async function checkUpdate(
  writer: RecordWriter,
  current: StoredRecord,
  request: UpdateRequest,
  remember: Remember = (values) => values,
): Promise<CheckedUpdate> {
  const { entity } = writer
  refuseStale(entity, masked(writer, current), request.version ?? versionIn(request.input))
  const base = request.fields === 'some' ? current : keptOf(entity, current)
  const checked = await checkRecord(writer, request.input, {
    base,
    trusted: current,
    // What was stored before may refer to records that were retired meanwhile.
    mayBeRetired: request.isRestoring === true,
  })
  const values = remember(request.isRestoring ? withStoredTexts(entity, checked, request.input) : checked)
  return compareUpdate(writer, current, values, request.input)
}

export function remove(ctx: Context, name: string, idOrCode: string, version?: number): Promise<void> {
  return saveInTransaction(ctx, 'delete', name, (writer) => removeWith(ctx, writer, idOrCode, version))
}

/** The same inside a transaction of the caller. */
export const removeInTransaction = (
  ctx: Context,
  tx: Tx,
  name: string,
  idOrCode: string,
  version?: number,
): Promise<void> => removeWith(ctx, dynamicGate(ctx, 'delete', name).using(tx), idOrCode, version)

async function removeWith(
  ctx: Context,
  writer: RecordWriter,
  idOrCode: string,
  version: number | undefined,
): Promise<void> {
  const { entity } = writer
  await saveHooksOf(entity.name).lock?.({ ctx, writer }, [await writer.find(idOrCode)])
  const current = (await writer.lock(idOrCode)) ?? throwNotFound(entity, idOrCode)
  if (version !== undefined) refuseStale(entity, masked(writer, current), version)
  await saveHooksOf(entity.name).check?.({ before: current, after: null }, { ctx, writer })
  await refuseIfUsed(writer, entity, current, 'delete')
  await writer.remove(current)
  await saveHooksOf(entity.name).after?.({ before: current, after: null }, { ctx, writer })
}

export function restore(ctx: Context, name: string, id: string): Promise<StoredRecord> {
  return saveInTransaction(ctx, 'restore', name, (writer, _entity, remember) =>
    restoreWith(ctx, writer, id, remember),
  )
}

/** The same inside a transaction of the caller. */
export const restoreInTransaction = (ctx: Context, tx: Tx, name: string, id: string): Promise<StoredRecord> =>
  restoreWith(ctx, dynamicGate(ctx, 'restore', name).using(tx), id)

async function restoreWith(
  ctx: Context,
  writer: RecordWriter,
  id: string,
  remember: Remember = (values) => values,
): Promise<StoredRecord> {
  const { entity } = writer
  const binned = (await writer.binned(id)) ?? throwNotInBin(entity, id)
  await saveHooksOf(entity.name).lock?.({ ctx, writer }, [binned])
  const values = remember(await checkRecord(writer, binned, { base: binned }))
  await saveHooksOf(entity.name).check?.(
    { before: null, after: values, restored: binned.id },
    { ctx, writer },
  )
  const record = await writer.restore(binned, values)
  await saveHooksOf(entity.name).after?.(
    { before: null, after: record, restored: record.id },
    { ctx, writer },
  )
  return masked(writer, record)
}

/** The names of the records that a record refers to. */
export async function namesIn(ctx: Context, name: string, idOrCode: string): Promise<Names> {
  return referenceNames(ctx, entityNamed(name), [await read(ctx, name, idOrCode)], true)
}

/** The changes with the names of the codes, as far as the records still exist. */
export async function history(
  ctx: Context,
  name: string,
  idOrCode: string,
): Promise<{ items: HistoryEntry[]; names: Names }> {
  const records = dynamicGate(ctx, 'history', name)
  const record = await records.find(idOrCode)
  const entries = await records.history(record?.id ?? idOrCode.toLowerCase())
  if (entries.length === 0) throwNotFound(records.entity, idOrCode)
  const values = entries.flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
  return { items: entries, names: await referenceNames(ctx, records.entity, values) }
}

/** Stores the values being saved for the message about a duplicate. */
type Remember = (values: RecordValues) => RecordValues

/** Runs the work in one transaction, after the access check; a unique violation is explained with the values being saved. */
async function saveInTransaction<T>(
  ctx: Context,
  action: Action,
  name: string,
  work: (writer: RecordWriter, entity: Entity, remember: Remember) => Promise<T>,
): Promise<T> {
  const records: Records = dynamicGate(ctx, action, name)
  let saved: RecordValues = {}
  const remember: Remember = (values) => (saved = values)
  try {
    return await records.transaction((writer) => work(writer, records.entity, remember))
  } catch (error) {
    throw (await duplicateProblem(records, saved, error)) ?? error
  }
}

const masked = ({ hidden }: RecordWriter, record: StoredRecord): StoredRecord => maskFields(record, hidden)

function throwNotFound(entity: Entity, code: string): never {
  throw notFound(t('There is no {record} {code} here', { record: t(entity.singular).toLowerCase(), code }))
}

function throwNotInBin(entity: Entity, code: string): never {
  throw notFound(
    t('There is no {record} {code} in the bin', { record: t(entity.singular).toLowerCase(), code }),
  )
}

function versionIn(input: unknown): number | undefined {
  const version =
    typeof input === 'object' && input !== null && 'version' in input ? input.version : undefined
  return typeof version === 'number' ? version : undefined
}

function refuseStale(entity: Entity, current: StoredRecord, version: number | undefined): void {
  if (version === undefined) {
    throw invalid([
      { field: 'version', message: t('version is required: send the version that was changed') },
    ])
  }
  if (version === current.version) return
  throw conflict(
    t('{name} was changed by someone else meanwhile. Nothing was overwritten', {
      name: nameRecord(entity, current),
    }),
    [],
    { current },
  )
}

/** What a whole update keeps if it does not mention it: generated codes, and what an action of its own sets. */
const keptOf = (entity: Entity, current: StoredRecord): RecordValues => {
  const generated = Object.entries(entity.fields).filter(
    ([, field]) => field.presence === 'generated' || field.byAction,
  )
  return Object.fromEntries(generated.map(([name]) => [name, current[name]!]))
}
