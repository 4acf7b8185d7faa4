import { idOfActor } from '#domain/access/actor.ts'
import { alikeFieldsOf } from '#domain/alike/alike-fields.ts'
import { alikeKeys, searchedForms } from '#domain/alike/search-keys.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { metaNames, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { hasText } from '#domain/lists/field-test.ts'
import { foldText } from '#domain/text.ts'
import type { Row } from './dialect.ts'
import type { Author } from './history-store.ts'
import { uniqueColumn } from './schema-of-catalogue.ts'

/** What the store needs to know of an entity's table, worked out once. */
interface Shape {
  /** `customer_code as Customer_Code`: a row comes back under the names of the wire. */
  selection: string[]
  /** The columns of the fields, in their order. */
  columns: string[]
  /** Fields whose cell is not their value. */
  converted: string[]
  searched: string[]
  /** Columns whose folded form is kept where it is not plain. */
  folded: string[]
  /** The columns that the keys and the searched text are made from. */
  sources: ReadonlySet<string>
}

const shapes = new Map<Entity, Shape>()

export function shapeOf(entity: Entity): Shape {
  const kept = shapes.get(entity)
  if (kept) return kept
  const names = Object.keys(entity.fields)
  const shape: Shape = {
    selection: [...metaNames, ...names].map((name) => `${columnName(name)} as ${name}`),
    columns: names.map(columnName),
    converted: names.filter((name) => {
      const { reference, column } = entity.fields[name]!
      return reference?.many === true || column.inHundredths === true
    }),
    searched: names.filter((name) => entity.fields[name]!.searched),
    folded: names.filter((name) => hasText(entity.fields[name]!)).map(columnName),
    sources: new Set(sourcesOf(entity).map(columnName)),
  }
  shapes.set(entity, shape)
  return shape
}

function sourcesOf(entity: Entity): string[] {
  const { names, telling } = alikeFieldsOf(entity)
  const searched = Object.keys(entity.fields).filter((name) => entity.fields[name]!.searched)
  return [
    ...searched,
    ...entity.key,
    ...entity.unique.flat(),
    ...names,
    ...telling.flatMap((each) => each.names),
  ]
}

export function toRecord(entity: Entity, row: Row): StoredRecord {
  const record = row as unknown as Record<string, unknown>
  for (const name of shapeOf(entity).converted)
    record[name] = entity.fields[name]!.fromCell(row[name] as Cell)
  return record as StoredRecord
}

function cellsOfFields(entity: Entity, values: Readonly<RecordValues>): Row {
  const cells: Row = {}
  for (const [name, field] of Object.entries(entity.fields))
    cells[columnName(name)] = field.toCell(values[name] ?? null)
  return cells
}

/** The cells of a record: its values, and what is derived from them for identity and search. */
export function toCells(entity: Entity, id: string, values: Readonly<RecordValues>): Row {
  const cells = cellsOfFields(entity, values)
  // Without a natural key every record is its own: two visitors may write the very same message.
  cells['natural_key'] = entity.key.length > 0 ? joinKey(entity, entity.key, values) : id
  for (const names of entity.unique) cells[uniqueColumn(names)] = joinKey(entity, names, values)
  cells['search_text'] = searchText(entity, values)
  cells['folded_texts'] = foldedTexts(entity, cells)
  return cells
}

/**
 * The cells that differ between two states of a record. Working out what it is searched by costs most of it, so that is done
 * only where a field changes that it comes from.
 */
export function changedCells(
  entity: Entity,
  id: string,
  before: Readonly<RecordValues>,
  after: Readonly<RecordValues>,
): Row {
  const changed: Row = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    const cell = field.toCell(after[name] ?? null)
    if (cell !== field.toCell(before[name] ?? null)) changed[columnName(name)] = cell
  }
  const { sources, folded } = shapeOf(entity)
  if (!Object.keys(changed).some((column) => sources.has(column))) {
    if (folded.some((column) => column in changed))
      changed['folded_texts'] = foldedTexts(entity, cellsOfFields(entity, after))
    return changed
  }
  const [was, is] = [toCells(entity, id, before), toCells(entity, id, after)]
  return Object.fromEntries(Object.entries(is).filter(([column, cell]) => was[column] !== cell))
}

export function searchText(entity: Entity, values: Readonly<RecordValues>): string {
  const words: string[] = []
  for (const name of shapeOf(entity).searched) {
    const value = values[name]
    const { show, sensitive } = entity.fields[name]!
    // What is sensitive stands there in one form only, which is taken out again for those who may not see it.
    if (value) words.push((sensitive ? foldText : searchedForms)(show(value)))
  }
  const keys = alikeKeys(entity, values)
  if (keys) words.push(keys)
  return words.join(' ')
}

/**
 * The folded form of each text that `lower` of the database would not give, as JSON by column; null for most records.
 * Folding happens here, once, so that a filter on part of a text compares stored texts and folds nothing row by row.
 */
export function foldedTexts(entity: Entity, cells: Readonly<Row>): string | null {
  let folded: Record<string, string> | undefined
  for (const column of shapeOf(entity).folded) {
    const text = cells[column]
    if (typeof text !== 'string' || isAscii.test(text)) continue
    folded ??= {}
    folded[column] = foldText(text)
  }
  return folded ? JSON.stringify(folded) : null
}

/** Both databases lower these letters, and no others, in columns that sort by code point. */
// oxlint-disable-next-line no-control-regex
const isAscii = /^[\x00-\x7f]*$/

/** The column that holds the folded form of a key. */
export const keyColumn = (entity: Entity, names: readonly string[]): string =>
  names.join() === entity.key.join() ? 'natural_key' : uniqueColumn(names)

/** What the bin keeps of a record. */
export const binRow = (entity: Entity, author: Author, current: StoredRecord): Row => ({
  entity: entity.name,
  record_id: current.id,
  version: current.version + 1,
  cells: JSON.stringify(current),
  deleted_at: author.now().toISOString(),
  deleted_by: idOfActor(author.actor) ?? '',
})

export const fromBin = (row: Row): StoredRecord => ({
  ...(JSON.parse(String(row['cells'])) as StoredRecord),
  version: Number(row['version']),
})
