import { sql, type CompiledQuery } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { maskFields } from '#domain/mask.ts'
import { conflict, forbidden, type FieldProblem } from '#domain/problem.ts'
import { lastCode, nextCode, nextCodeAboveAll } from './code-series.ts'
import type { Matching } from './conditions.ts'
import type { Condition, Db, Dialect, Row, Tx } from './dialect.ts'
import {
  dayOfAuthor,
  readHistory,
  readVersion,
  writeHistory,
  type Author,
  type HistoryAction,
  type HistoryEntry,
} from './history-store.ts'
import { refuseHidden, withoutHidden } from './hidden-fields.ts'
import { letOthersIn } from './let-others-in.ts'
import { readerFor } from './long-reads.ts'
import { openMany, type ManyRecords } from './many-records.ts'
import { isId, newId } from './new-id.ts'
import { updateRows, type RecordChange } from './record-sets.ts'
import type { Store } from './open-store.ts'
import { onePlan } from './one-plan.ts'
import { placesInWords } from './place-names.ts'
import { placingFields } from './placing-fields.ts'
import { insertRow, insertRowUnlessTaken, runPrepared } from './prepared.ts'
import {
  findPage,
  listAsJson,
  listRecords,
  type ListQuery,
  type Page,
  type Selection,
} from './record-list.ts'
import { findLike } from './record-find.ts'
import { findOptions, type OptionQuery, type Options } from './record-options.ts'
import { binRow, fromBin, keyColumn, searchText, shapeOf, toCells, toRecord } from './record-rows.ts'
import { totalsOf, type Totals } from './record-totals.ts'
import { resolveReferences, targetsWithin } from './references.ts'
import { indexOn } from './table.ts'
import { usagesOf, type Usages } from './usages.ts'

/** One entity's records, as the gate hands them out: everything that reads or writes them goes through here. */
export interface Records {
  entity: Entity
  /** Fields that whoever asks sees masked. */
  hidden: readonly string[]
  /** By id or, where one field is the key, by code. */
  find: (idOrCode: string) => Promise<StoredRecord | undefined>
  list: (query: ListQuery) => Promise<Page>
  /** A page as the JSON of the answer. */
  listAsJson: (query: ListQuery) => Promise<string>
  /** A page of something other than whole records; it holds the id and the fields its order looks at. */
  listRows: (query: ListQuery, select: Selection) => Promise<{ rows: Row[]; next: string | null }>
  totals: (matching: Matching, fields: Parameters<typeof totalsOf>[4]) => Promise<Totals>
  history: (id: string) => Promise<HistoryEntry[]>
  /** What a version left, nothing masked: null where it was deleted, undefined where there is none. */
  valuesAt: (id: string, version: number) => Promise<RecordValues | null | undefined>
  /** Some records that hold all (folded) parts of any group in what is searched, up to so many. */
  holdingAnyGroup: (groups: readonly (readonly string[])[], most: number) => Promise<StoredRecord[]>
  /** The distinct values of some fields, in order. */
  distinct: (fields: readonly string[]) => Promise<Row[]>
  /** The values of a field to choose from. */
  options: (query: OptionQuery) => Promise<Options>
  /** What others are looked at for, as it may be asked: a question about these in one about something else. */
  asked: <Asked extends Matching>(matching: Asked) => Asked
  /** The few that fit best what somebody typed. */
  findLike: (typed: string, limit: number) => Promise<Row[]>
  lastCode: (field: string) => Promise<string>
  /** The fields whose combination is taken, when that is what the error says. */
  duplicatedFields: (error: unknown) => readonly string[] | undefined
  findSame: (fields: readonly string[], values: RecordValues) => Promise<StoredRecord | undefined>
  transaction: <T>(work: (writer: RecordWriter) => Promise<T>) => Promise<T>
  /** The same records inside a transaction that is already open. */
  using: (tx: Tx) => RecordWriter
}

export interface RecordWriter {
  entity: Entity
  /** Fields that whoever asks sees masked; what a writer reads is whole. */
  hidden: readonly string[]
  tx: Tx
  /** The day where the firm is. */
  today: () => string
  find: (idOrCode: string) => Promise<StoredRecord | undefined>
  /** Reads a record and keeps others from changing it until the transaction ends. */
  lock: (idOrCode: string) => Promise<StoredRecord | undefined>
  /** What is in `kept` as well need not be seen. */
  resolve: (
    values: RecordValues,
    kept?: Readonly<RecordValues>,
  ) => Promise<{ values: RecordValues; problems: FieldProblem[] }>
  usages: (record: StoredRecord) => Promise<Usages>
  insert: (values: RecordValues) => Promise<StoredRecord>
  update: (current: StoredRecord, values: RecordValues) => Promise<StoredRecord>
  /** The same for many, in a few statements. */
  updateMany: (changes: readonly RecordChange[]) => Promise<void>
  /** To the bin, from where it can be taken back. */
  remove: (current: StoredRecord) => Promise<void>
  binned: (id: string) => Promise<StoredRecord | undefined>
  restore: (binned: StoredRecord, values: RecordValues) => Promise<StoredRecord>
  /** The same for many at once, in few statements. */
  many: () => ManyRecords
}

/** Which records of an entity may be seen, by the name they go by in the statement; undefined where all may. */
export type Limits = (entity: string, table: string) => Condition | undefined

export function openRecords(
  store: Store,
  entity: Entity,
  author: Author,
  limits: Limits,
  hidden: readonly string[] = [],
  /** Which of those that refer to a record may be told of. */
  told: Limits = limits,
): Records {
  const within = limits(entity.name, entity.table)
  const using = (tx: Tx): RecordWriter => openWriter(tx, store.dialect, entity, author, limits, hidden, told)
  const shown = <Found extends StoredRecord | undefined>(record: Found): Found =>
    record && hidden.length > 0 ? maskFields(record, hidden) : record
  /** A query as it may be asked. */
  const seen = <Asked extends { search?: string; filters: Matching['filters'] }>(query: Asked): Asked => {
    if (hidden.length === 0) return { ...query, within }
    refuseHidden(entity, hidden, query)
    return { ...query, within: withoutHidden(store.dialect, entity, hidden, query.search, within) }
  }
  const findOne = (idOrCode: string): Promise<StoredRecord | undefined> =>
    find(store.read, store.dialect, entity, idOrCode, within).then(shown)
  /** Of what is in the bin nobody can say where it lies: that is for those who see everything. */
  const isSeen = async (id: string): Promise<boolean> => !within || (await findOne(id)) !== undefined
  const list: Records['list'] = async (query) => {
    const page = await listRecords(store.read, store.dialect, entity, seen(query))
    return hidden.length > 0 ? { ...page, items: page.items.map(shown) } : page
  }
  return {
    entity,
    hidden,
    find: findOne,
    list,
    listAsJson: (query) => listAsJson(store.read, store.dialect, entity, seen(query), hidden),
    listRows: (query, select) =>
      findPage(
        store.read,
        store.dialect,
        entity,
        seen(query),
        select,
        (row) => row as unknown as StoredRecord,
      ),
    totals: (matching, fields) => totalsOf(store.read, store.dialect, entity, seen(matching), fields),
    history: async (id) => ((await isSeen(id)) ? readHistory(store.read, entity, id) : []),
    valuesAt: async (id, version) =>
      (await isSeen(id)) ? readVersion(store.read, entity, id, version) : undefined,
    holdingAnyGroup: async (groups, most) => {
      if (groups.length === 0) return []
      const reader = await readerFor(store.read, store.dialect, entity, groups.length)
      let query = reader.selectFrom(entity.table).select(shapeOf(entity).selection)
      query = query.where(store.dialect.holdsAnyGroup(entity, groups, most))
      if (within) query = query.where(within.test())
      const rows = await query.limit(most).execute()
      const found = rows.map((row) => shown(toRecord(entity, row)))
      if (hidden.length === 0) return found
      // By a part of what they see masked nobody finds anything.
      return found.filter((record) => {
        const seenText = searchText(entity, record)
        return groups.some((parts) => parts.every((part) => seenText.includes(part)))
      })
    },
    distinct: async (fields) =>
      distinct(await readerFor(store.read, store.dialect, entity), entity, fields, within),
    asked: seen,
    options: (query) => findOptions(store.read, store.dialect, entity, seen(query)),
    findLike: (typed, limit) => {
      const own = withoutHidden(store.dialect, entity, hidden, typed, within)
      return findLike(store.read, store.dialect, entity, typed, limit, own)
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
      let query = store.read.selectFrom(entity.table).select(shapeOf(entity).selection)
      query = query.where(keyColumn(entity, fields), '=', joinKey(entity, fields, values))
      if (within) query = query.where(within.test())
      const row = await query.executeTakeFirst()
      return row && shown(toRecord(entity, row))
    },
    transaction: (work) => store.transaction((tx) => work(using(tx))),
    using,
  }
}

/** The indexes that guard a key, folded or as typed. */
const indexesOfKey = (entity: Entity, names: readonly string[]): string[] => [
  indexOn(entity.table, [keyColumn(entity, names)], true).name,
  indexOn(entity.table, names.map(columnName), true).name,
]

interface Target {
  column: string
  value: string
}

function targetOf(entity: Entity, idOrCode: string): Target | undefined {
  if (isId(idOrCode)) return { column: 'id', value: idOrCode.toLowerCase() }
  const [key] = entity.key
  if (entity.key.length !== 1 || !key) return undefined
  return { column: 'natural_key', value: entity.fields[key]!.toKey(idOrCode) }
}

function selectOne(db: Db, entity: Entity, { column, value }: Target, within: Condition | undefined) {
  const query = db.selectFrom(entity.table).modifyFront(onePlan).select(shapeOf(entity).selection)
  const one = query.where(`${entity.table}.${column}`, '=', value)
  return within ? one.where((within.ofOne ?? within).test()) : one
}

async function find(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  idOrCode: string,
  within: Condition | undefined,
): Promise<StoredRecord | undefined> {
  const target = targetOf(entity, idOrCode)
  if (!target) return undefined
  const limit = within?.ofOne ?? within
  const name = `find ${entity.name} ${target.column} ${limit?.shape ?? ''}`
  const build = (): CompiledQuery<unknown> => selectOne(db, entity, target, within).compile()
  const [row] = await runPrepared(db, dialect, name, build, [target.value, ...(limit?.parameters ?? [])])
  return row && toRecord(entity, row)
}

async function distinct(
  db: Db,
  entity: Entity,
  fields: readonly string[],
  within: Condition | undefined,
): Promise<Row[]> {
  const columns = fields.map((field) =>
    shapeOf(entity).selection.find((each) => each.endsWith(` as ${field}`))!,
  )
  let query = db.selectFrom(entity.table).select(columns).distinct()
  if (within) query = query.where(within.test())
  for (const field of fields) query = query.orderBy(field)
  return query.execute()
}

function openWriter(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  author: Author,
  limits: Limits,
  hidden: readonly string[],
  told: Limits,
): RecordWriter {
  const within = limits(entity.name, entity.table)
  /** What one would not see afterwards is not put there. */
  const refuseOutside = async (after: StoredRecord): Promise<void> => {
    if (!within || (await find(tx, dialect, entity, after.id, within))) return
    const own = await placesInWords(tx, within.places ?? [])
    const sees = own && `. You see only ${own}`
    throw forbidden(`${nameRecord(entity, after)} would lie outside your territory${sees}`)
  }
  /** A visit that closes the plan by which its customer is seen may be saved all the same: it stays where it was. */
  const isPut = (before: StoredRecord | null, after: StoredRecord): boolean =>
    before === null || placingFields(entity).some((name) => before[name] !== after[name])
  const save = async (
    record: Row,
    action: HistoryAction,
    before: StoredRecord | null,
  ): Promise<StoredRecord> => {
    const after = toRecord(entity, nameAsOnWire(entity, record))
    if (isPut(before, after)) await refuseOutside(after)
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
  const writer: RecordWriter = {
    entity,
    today: () => dayOfAuthor(author),
    hidden,
    tx,
    find: (idOrCode) => find(tx, dialect, entity, idOrCode, within),
    lock: async (idOrCode) => {
      const target = targetOf(entity, idOrCode)
      if (!target) return undefined
      const row = await selectOne(tx, entity, target, within)
        .modifyEnd(sql.raw(dialect.updateLock))
        .executeTakeFirst()
      return row && toRecord(entity, row)
    },
    resolve: (values, kept) => resolveReferences(tx, dialect, entity, values, targetsWithin(limits, kept)),
    usages: (record) => usagesOf(tx, dialect, entity, record, told),
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
      const code = codeFieldOf(entity)
      let row = rowOf(code ? { ...values, [code]: await nextCode(tx, entity, code) } : values)
      if (!code || !(await insertRowUnlessTaken(tx, dialect, entity.table, row))) {
        if (code) row = rowOf({ ...values, [code]: await nextCodeAboveAll(tx, entity, code) })
        await insertRow(tx, dialect, entity.table, row)
      }
      return save(row, 'create', null)
    },
    update: async (current, values) => {
      const cells = toCells(entity, current.id, values)
      const before = toCells(entity, current.id, current)
      const changed = { ...cells, version: current.version + 1, updated_at: stamp() }
      // What stays is not written: the database would check its references and indexes once more.
      const written = Object.entries(changed).filter(([column, cell]) => before[column] !== cell)
      const query = tx.updateTable(entity.table).set(Object.fromEntries(written)).where('id', '=', current.id)
      const { numUpdatedRows } = await query.where('version', '=', current.version).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw changedMeanwhile(entity, current)
      return save({ ...changed, id: current.id, created_at: current.createdAt }, 'update', current)
    },
    updateMany: async (changes) => {
      const now = stamp()
      await updateRows(tx, dialect, entity, changes, now)
      for (const [at, { current, values }] of changes.entries()) {
        if (at % 250 === 249) await letOthersIn()
        const after = { ...current, ...values, version: current.version + 1, updatedAt: now }
        if (isPut(current, after)) await refuseOutside(after)
        writeHistory(tx, entity, author, {
          id: current.id,
          version: after.version,
          action: 'update',
          before: current,
          after,
        })
      }
    },
    remove: async (current) => {
      const query = tx.deleteFrom(entity.table).where('id', '=', current.id)
      const { numDeletedRows } = await query.where('version', '=', current.version).executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw changedMeanwhile(entity, current)
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
      // Of what is in the bin nobody can say where it lies: it is for those who see everything.
      return within ? undefined : row && fromBin(row)
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
      await insertRow(tx, dialect, entity.table, row)
      return save(row, 'restore', null)
    },
    many: () => openMany(tx, dialect, entity, author),
  }
  return writer
}

/** The field that is dealt out by the server, where there is one. */
const codeFieldOf = (entity: Entity): string | undefined =>
  Object.keys(entity.fields).find((name) => entity.fields[name]!.series)

const changedMeanwhile = (entity: Entity, record: StoredRecord): Error =>
  conflict(`${nameRecord(entity, record)} was changed by someone else meanwhile. Nothing was overwritten`)

/** The row as it was written, under the names it would be read back with. */
function nameAsOnWire(entity: Entity, row: Row): Row {
  return Object.fromEntries(
    shapeOf(entity).selection.map((each) => {
      const [column, name] = each.split(' as ') as [string, string]
      return [name, row[column] ?? null]
    }),
  )
}
