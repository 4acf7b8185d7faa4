import { sql, type CompiledQuery } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import {
  nameRecord,
  type Entity,
  type RecordMeta,
  type RecordValues,
  type StoredRecord,
} from '#domain/catalogue/entity.ts'
import { codeFieldOf } from '#domain/catalogue/reading/given-codes.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import { maskFields } from '#domain/mask.ts'
import { conflict, forbidden, type FieldProblem } from '#domain/problem.ts'
import { continueAbove, lastCode, nextCode, nextCodeAboveAll } from './code-series.ts'
import { findByFormer } from './former-codes.ts'
import type { Matching } from '../query/conditions.ts'
import { dynamic, type Condition, type Db, type Dialect, type Row, type Tx } from '../dialect.ts'
import {
  dayOfAuthor,
  readHistory,
  readVersion,
  writeHistory,
  type Author,
  type HistoryAction,
  type HistoryEntry,
} from '../history/history-store.ts'
import { rejectHiddenFields, excludeHiddenMatches } from './hidden-fields.ts'
import { yieldWhenDue } from '../../base/yield-to-event-loop.ts'
import { readerFor } from '../long-reads.ts'
import { openMany, type ManyRecords } from './many-records.ts'
import { isId, newId } from '../new-id.ts'
import { checkInterval, updateRows, type RecordChange } from './record-sets.ts'
import type { Store } from '../store.ts'
import { genericPlan } from '../postgres/plan-mode.ts'
import { formatPlaces } from '../places/place-names.ts'
import { territoryFields } from '../places/territory-fields.ts'
import { insertRow, insertRowUnlessDuplicate, runPrepared } from '../query/prepared.ts'
import {
  findPage,
  listAsJson,
  listRecords,
  type ListQuery,
  type Page,
  type Selection,
} from '../query/record-list.ts'
import { findBestMatches } from '../query/record-find.ts'
import { distinct } from '../query/record-distinct.ts'
import { findOptions, type OptionQuery, type Options } from '../query/record-options.ts'
import {
  binRow,
  fromBin,
  keyColumn,
  searchText,
  shapeOf,
  toCells,
  toFieldNames,
  toRecord,
} from './record-rows.ts'
import { totalsOf, type Totals } from '../query/record-totals.ts'
import { resolveReferences, targetsInScope } from './references.ts'
import { indexOn } from '../schema/table.ts'
import { usagesOf, type Usages } from './usages.ts'
import { t } from '#domain/messages/t.ts'

/** The records of one entity, as returned by the gate: all reads and writes of records go through here. */
export interface Records<R extends StoredRecord = StoredRecord> {
  entity: Entity
  /** Fields that are masked for the actor. */
  hidden: readonly string[]
  /** By id or, if the key is a single field, by code; also by one that the record had before it was renamed or merged. */
  find: (idOrCode: string) => Promise<R | undefined>
  list: (query: ListQuery) => Promise<Page<R>>
  /** A page as JSON text of the response. */
  listAsJson: (query: ListQuery) => Promise<string>
  /** A page of something other than whole records; it contains the id and the sort fields. */
  listRows: <S extends Row & { id: string }>(
    query: ListQuery,
    select: Selection<S>,
  ) => Promise<{ rows: S[]; next: string | null }>
  totals: (matching: Matching, fields: Parameters<typeof totalsOf>[4]) => Promise<Totals>
  history: (id: string) => Promise<HistoryEntry<Omit<R, keyof RecordMeta>>[]>
  /** The values of a version, unmasked: null if it was deleted, undefined if there is none. */
  valuesAt: (id: string, version: number) => Promise<RecordValues | null | undefined>
  /** Up to `maxRecords` records with a search text that contains all folded substrings of any group. */
  findContainingAnyGroup: (groups: readonly (readonly string[])[], maxRecords: number) => Promise<R[]>
  /** The distinct values of some fields, in order, without those of retired records. */
  distinct: (fields: readonly string[]) => Promise<Row[]>
  /** The values of a field to choose from. */
  options: (query: OptionQuery) => Promise<Options>
  /** Adds the actor's scope to a query on these records that is part of another query. */
  inScope: <Q extends Matching>(matching: Q) => Q
  /** The few best matches of the typed text. */
  findBestMatches: (typed: string, limit: number) => Promise<Row[]>
  lastCode: (field: string) => Promise<string>
  /** The fields of the violated unique key, if the error is a duplicate. */
  duplicatedFields: (error: unknown) => readonly string[] | undefined
  findSame: (fields: readonly string[], values: RecordValues) => Promise<R | undefined>
  transaction: <T>(work: (writer: RecordWriter<R>) => Promise<T>) => Promise<T>
  /** The same records inside an open transaction. */
  using: (tx: Tx) => RecordWriter<R>
}

export interface RecordWriter<R extends StoredRecord = StoredRecord> {
  entity: Entity
  /** Fields that are masked for the actor; a writer reads them unmasked. */
  hidden: readonly string[]
  tx: Tx
  /** The current day of the firm. */
  today: () => string
  find: (idOrCode: string) => Promise<R | undefined>
  /** Reads a record and locks it until the transaction ends. */
  lock: (idOrCode: string) => Promise<R | undefined>
  /** Reads a record and prevents others from changing or deleting it, but not from referring to it. */
  lockShared: (idOrCode: string) => Promise<R | undefined>
  /** References that are unchanged from `previous` may be outside the actor's scope, or to retired records. */
  resolve: (
    values: RecordValues,
    previous?: Readonly<RecordValues>,
    mayBeRetired?: boolean,
  ) => Promise<{ values: RecordValues; problems: FieldProblem[] }>
  usages: (record: StoredRecord) => Promise<Usages>
  /** Generates the code of the record, unless the values have one. */
  insert: (values: RecordValues) => Promise<R>
  update: (current: StoredRecord, values: RecordValues) => Promise<R>
  /** Updates many records in a few statements. */
  updateMany: (changes: readonly RecordChange[]) => Promise<void>
  /** Moves the record to the bin, from where it can be restored. */
  remove: (current: StoredRecord) => Promise<void>
  binned: (id: string) => Promise<R | undefined>
  restore: (binned: StoredRecord, values: RecordValues) => Promise<R>
  /** Operations on many records in few statements. */
  many: () => ManyRecords
}

/** The condition for the records of an entity that are in scope, for a table name or alias; undefined if all are. */
export type RecordScope = (entity: string, table: string) => Condition | undefined

export function openRecords(
  store: Store,
  entity: Entity,
  author: Author,
  scopeOf: RecordScope,
  hidden: readonly string[] = [],
  /** The scope of referring records that may be shown. */
  referrerScope: RecordScope = scopeOf,
): Records {
  const scope = scopeOf(entity.name, tableOf(entity))
  const using = (tx: Tx): RecordWriter =>
    openWriter(tx, store.dialect, entity, author, scopeOf, hidden, referrerScope)
  const maskHidden = <R extends StoredRecord | undefined>(record: R): R =>
    record && hidden.length > 0 ? maskFields(record, hidden) : record
  /** Adds the scope to a query, and rejects hidden fields. */
  const addScope = <Q extends { search?: string; filters: Matching['filters'] }>(query: Q): Q => {
    if (hidden.length === 0) return { ...query, scope }
    rejectHiddenFields(entity, hidden, query)
    return { ...query, scope: excludeHiddenMatches(store.dialect, entity, hidden, query.search, scope) }
  }
  const findOne = (idOrCode: string): Promise<StoredRecord | undefined> =>
    find(store.read, store.dialect, entity, idOrCode, scope).then(maskHidden)
  /** The territory of a deleted record is unknown, so the bin is only for actors who see everything. */
  const isInScope = async (id: string): Promise<boolean> => !scope || (await findOne(id)) !== undefined
  const list: Records['list'] = async (query) => {
    const page = await listRecords(store.read, store.dialect, entity, addScope(query))
    return hidden.length > 0 ? { ...page, items: page.items.map(maskHidden) } : page
  }
  return {
    entity,
    hidden,
    find: findOne,
    list,
    listAsJson: (query) => listAsJson(store.read, store.dialect, entity, addScope(query), hidden),
    listRows: (query, select) =>
      findPage(store.read, store.dialect, entity, addScope(query), select, (row) => row),
    totals: (matching, fields) => totalsOf(store.read, store.dialect, entity, addScope(matching), fields),
    history: async (id) => ((await isInScope(id)) ? readHistory(store.read, entity, id) : []),
    valuesAt: async (id, version) =>
      (await isInScope(id)) ? readVersion(store.read, entity, id, version) : undefined,
    findContainingAnyGroup: async (groups, maxRecords) => {
      if (groups.length === 0) return []
      const reader = await readerFor(store.read, store.dialect, entity, groups.length)
      let query = dynamic(reader).selectFrom(tableOf(entity)).select(shapeOf(entity).selection)
      query = query.where(store.dialect.containsAnyGroup(entity, groups, maxRecords))
      if (scope) query = query.where(scope.test())
      const rows = await query.limit(maxRecords).execute()
      const found = rows.map((row) => maskHidden(toRecord(entity, row)))
      if (hidden.length === 0) return found
      // A match in a masked field must not be revealed.
      return found.filter((record) => {
        const visibleText = searchText(entity, record)
        return groups.some((parts) => parts.every((part) => visibleText.includes(part)))
      })
    },
    distinct: async (fields) =>
      distinct(await readerFor(store.read, store.dialect, entity), entity, fields, scope),
    inScope: addScope,
    options: (query) => findOptions(store.read, store.dialect, entity, addScope(query)),
    findBestMatches: (typed, limit) => {
      const own = excludeHiddenMatches(store.dialect, entity, hidden, typed, scope)
      return findBestMatches(store.read, store.dialect, entity, typed, limit, own)
    },
    lastCode: (field) => lastCode(store.read, entity, field),
    duplicatedFields: (error) => {
      const failure = store.dialect.explain(error)
      if (failure?.kind !== 'duplicate') return undefined
      return [entity.key, ...entity.unique].find((names) =>
        indexesOfKey(entity, names).includes(failure.index),
      )
    },
    findSame: async (fields, values) => {
      let query = dynamic(store.read).selectFrom(tableOf(entity)).select(shapeOf(entity).selection)
      query = query.where(keyColumn(entity, fields), '=', joinKey(entity, fields, values))
      if (scope) query = query.where(scope.test())
      const row = await query.executeTakeFirst()
      return row && maskHidden(toRecord(entity, row))
    },
    transaction: (work) => store.transaction((tx) => work(using(tx))),
    using,
  }
}

/** The unique indexes of a key, folded and as typed. */
const indexesOfKey = (entity: Entity, names: readonly string[]): string[] => [
  indexOn(tableOf(entity), [keyColumn(entity, names)], true).name,
  indexOn(tableOf(entity), names.map(columnName), true).name,
]

interface Target {
  column: string
  value: string
}

function targetOf(entity: Entity, idOrCode: string): Target | undefined {
  if (isId(idOrCode)) return { column: 'id', value: idOrCode.toLowerCase() }
  const [key] = entity.key
  if (entity.key.length !== 1 || !key) return undefined
  return { column: 'natural_key', value: toKey(entity.fields[key]!, idOrCode) }
}

function selectOne(db: Db, entity: Entity, { column, value }: Target, scope: Condition | undefined) {
  const query = dynamic(db)
    .selectFrom(tableOf(entity))
    .modifyFront(genericPlan)
    .select(shapeOf(entity).selection)
  const one = query.where(`${tableOf(entity)}.${column}`, '=', value)
  return scope ? one.where(scope.test()) : one
}

async function find(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  idOrCode: string,
  scope: Condition | undefined,
): Promise<StoredRecord | undefined> {
  const target = targetOf(entity, idOrCode)
  if (!target) return undefined
  const name = `find ${entity.name} ${target.column} ${scope?.cacheKey ?? ''}`
  const build = (): CompiledQuery<Row> => selectOne(db, entity, target, scope).compile()
  const [row] = await runPrepared(db, dialect, name, build, [target.value, ...(scope?.parameters ?? [])])
  if (row) return toRecord(entity, row)
  const current = await findByFormer(db, entity, target)
  return current === undefined ? undefined : find(db, dialect, entity, current, scope)
}

function openWriter(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  author: Author,
  scopeOf: RecordScope,
  hidden: readonly string[],
  referrerScope: RecordScope,
): RecordWriter {
  const scope = scopeOf(entity.name, tableOf(entity))
  /** A record must not be moved out of the actor's scope. */
  const rejectOutsideScope = async (after: StoredRecord): Promise<void> => {
    if (!scope || (await find(tx, dialect, entity, after.id, scope))) return
    const own = await formatPlaces(tx, scope.places ?? [])
    const record = nameRecord(entity, after)
    throw forbidden(
      own === ''
        ? t('{record} would be outside your territory', { record })
        : t('{record} would be outside your territory. You see only {places}', { record, places: own }),
    )
  }
  /** A visit that closes the plan through which its customer is in scope may be saved: its territory does not change. */
  const isMoved = (before: StoredRecord | null, after: StoredRecord): boolean =>
    before === null || territoryFields(entity).some((name) => before[name] !== after[name])
  const save = async (
    record: Row,
    action: HistoryAction,
    before: StoredRecord | null,
  ): Promise<StoredRecord> => {
    const after = toRecord(entity, toFieldNames(entity, record))
    if (isMoved(before, after)) await rejectOutsideScope(after)
    writeHistory(tx, entity, author, {
      id: after.id,
      version: after.version,
      action,
      before,
      after,
    })
    return after
  }
  const stamp = (): string => author.now().toISOString()
  const lockOne = async (idOrCode: string, lock: string): Promise<StoredRecord | undefined> => {
    const target = targetOf(entity, idOrCode)
    if (!target) return undefined
    const row = await selectOne(tx, entity, target, scope).modifyEnd(sql.raw(lock)).executeTakeFirst()
    if (row) return toRecord(entity, row)
    const current = await findByFormer(tx, entity, target)
    return current === undefined ? undefined : lockOne(current, lock)
  }
  const writer: RecordWriter = {
    entity,
    today: () => dayOfAuthor(author),
    hidden,
    tx,
    find: (idOrCode) => find(tx, dialect, entity, idOrCode, scope),
    lock: (idOrCode) => lockOne(idOrCode, dialect.updateLock),
    lockShared: (idOrCode) => lockOne(idOrCode, dialect.shareLock(tableOf(entity))),
    resolve: (values, previous, mayBeRetired) =>
      resolveReferences(tx, dialect, entity, values, {
        read: targetsInScope(scopeOf, previous),
        previous,
        mayBeRetired,
      }),
    usages: (record) => usagesOf(tx, dialect, entity, record, referrerScope),
    insert: async (values) => {
      const id = newId(author.now())
      const now = stamp()
      const rowOf = (complete: RecordValues): Row => ({
        id,
        version: 1,
        created_at: now,
        updated_at: now,
        ...toCells(entity, id, complete),
      })
      const generated = codeFieldOf(entity)
      const given = generated && values[generated]
      if (generated && given) await continueAbove(tx, entity, generated, [given])
      const code = given ? undefined : generated
      let row = rowOf(code ? { ...values, [code]: await nextCode(tx, entity, code) } : values)
      if (!code || !(await insertRowUnlessDuplicate(tx, dialect, tableOf(entity), row))) {
        if (code) row = rowOf({ ...values, [code]: await nextCodeAboveAll(tx, entity, code) })
        await insertRow(tx, dialect, tableOf(entity), row)
      }
      return save(row, 'create', null)
    },
    update: async (current, values) => {
      const cells = toCells(entity, current.id, values)
      const before = toCells(entity, current.id, current)
      const changed = { ...cells, version: current.version + 1, updated_at: stamp() }
      // Unchanged cells are not written: the database would check their foreign keys and indexes again.
      const written = Object.entries(changed).filter(([column, cell]) => before[column] !== cell)
      const query = dynamic(tx)
        .updateTable(tableOf(entity))
        .set(Object.fromEntries(written))
        .where('id', '=', current.id)
      const { numUpdatedRows } = await query.where('version', '=', current.version).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw changedConflict(entity, current)
      return save({ ...changed, id: current.id, created_at: current.createdAt }, 'update', current)
    },
    updateMany: async (changes) => {
      const now = stamp()
      await updateRows(tx, dialect, entity, changes, now)
      for (const [at, { current, values, prepared }] of changes.entries()) {
        if (at % checkInterval === 0) await yieldWhenDue()
        const version = current.version + 1
        const after = prepared && !scope ? current : { ...current, ...values, version, updatedAt: now }
        if (scope && isMoved(current, after)) await rejectOutsideScope(after)
        writeHistory(tx, entity, author, {
          id: current.id,
          version,
          action: 'update',
          before: prepared?.before ?? current,
          after: prepared?.after ?? after,
          values: [current, values],
        })
      }
    },
    remove: async (current) => {
      const query = dynamic(tx).deleteFrom(tableOf(entity)).where('id', '=', current.id)
      const { numDeletedRows } = await query.where('version', '=', current.version).executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw changedConflict(entity, current)
      const version = current.version + 1
      await tx
        .insertInto('bin')
        .values(binRow(entity, author, current))
        .execute()
      writeHistory(tx, entity, author, {
        id: current.id,
        version,
        action: 'delete',
        before: current,
        after: null,
      })
    },
    binned: async (id) => {
      const row = await tx
        .selectFrom('bin')
        .select(['cells', 'version'])
        .where('entity', '=', entity.name)
        .where('record_id', '=', id.toLowerCase())
        .modifyEnd(sql.raw(dialect.updateLock))
        .executeTakeFirst()
      // The territory of a deleted record is unknown, so the bin is only for actors who see everything.
      return scope ? undefined : row && fromBin(row)
    },
    restore: async (binned, values) => {
      await tx
        .deleteFrom('bin')
        .where('entity', '=', entity.name)
        .where('record_id', '=', binned.id)
        .execute()
      const row = {
        id: binned.id,
        version: binned.version + 1,
        created_at: binned.createdAt,
        updated_at: stamp(),
        ...toCells(entity, binned.id, values),
      }
      await insertRow(tx, dialect, tableOf(entity), row)
      return save(row, 'restore', null)
    },
    many: () => openMany(tx, dialect, entity, author),
  }
  return writer
}

const changedConflict = (entity: Entity, record: StoredRecord): Error =>
  conflict(
    t('{name} was changed by someone else meanwhile. Nothing was overwritten', {
      name: nameRecord(entity, record),
    }),
  )
