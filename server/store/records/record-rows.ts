import { idOfActor } from '#domain/access/actor.ts'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { duplicateKeys, searchedForms } from '#domain/duplicates/search-keys.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import {
  metaNames,
  type Entity,
  type RecordOf,
  type RecordValues,
  type StoredRecord,
} from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { fromCell, isSearched, toCell } from '#domain/catalogue/stored/kinds.ts'
import { hasText } from '#domain/lists/field-test.ts'
import { foldText } from '#domain/text.ts'
import { isStoredRecord } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Row } from '../dialect.ts'
import type { Author } from '../history/history-store.ts'
import { uniqueColumn } from '../schema/schema-of-catalogue.ts'
import type { Tables } from '../tables/tables.ts'

/** The columns of an entity's table, computed once. */
interface Shape {
  /** The fields of the API: those of every record and those of the entity. */
  names: string[]
  /** `customer_code as Customer_Code`: rows are read under the field names of the API. */
  selection: string[]
  /** The columns of the fields, in their order. */
  columns: string[]
  /** Fields with cells that differ from their values. */
  converted: string[]
  searched: string[]
  /** Columns with a folded form that is stored if it is not ASCII. */
  folded: string[]
  /** The columns from which the keys and the search text are computed. */
  sources: ReadonlySet<string>
}

const shapes = new Map<Entity, Shape>()

export function shapeOf(entity: Entity): Shape {
  const cached = shapes.get(entity)
  if (cached) return cached
  const names = Object.keys(entity.fields)
  const all = [...metaNames, ...names]
  const shape: Shape = {
    names: all,
    selection: all.map((name) => `${columnName(name)} as ${name}`),
    columns: names.map(columnName),
    converted: names.filter((name) => {
      const { reference, column } = entity.fields[name]!
      return reference?.many === true || column.inHundredths === true
    }),
    searched: names.filter((name) => isSearched(entity.fields[name]!)),
    folded: names.filter((name) => hasText(entity.fields[name]!)).map(columnName),
    sources: new Set(sourcesOf(entity).map(columnName)),
  }
  shapes.set(entity, shape)
  return shape
}

function sourcesOf(entity: Entity): string[] {
  const { names, identifiers } = similarityFieldsOf(entity)
  const searched = Object.keys(entity.fields).filter((name) => isSearched(entity.fields[name]!))
  return [
    ...searched,
    ...entity.key,
    ...entity.unique.flat(),
    ...names,
    ...identifiers.flatMap((each) => each.names),
  ]
}

export function toRecord<E extends Entity>(entity: E, row: Row): RecordOf<E> {
  const record: Record<string, unknown> = row
  for (const name of shapeOf(entity).converted) record[name] = fromCell(entity.fields[name]!, row[name]!)
  return record as RecordOf<E>
}

function cellsOfFields(entity: Entity, values: Readonly<RecordValues>): Row {
  const cells: Row = {}
  for (const [name, field] of Object.entries(entity.fields))
    cells[columnName(name)] = toCell(field, values[name] ?? null)
  return cells
}

/** The cells of a record: its values, and the columns derived from them for keys and search. */
export function toCells(entity: Entity, id: string, values: Readonly<RecordValues>): Row {
  const cells = cellsOfFields(entity, values)
  // Without a natural key the id is used: two contact messages may be identical.
  cells['natural_key'] = entity.key.length > 0 ? joinKey(entity, entity.key, values) : id
  for (const names of entity.unique) cells[uniqueColumn(names)] = joinKey(entity, names, values)
  cells['search_text'] = searchText(entity, values)
  cells['folded_texts'] = foldedTexts(entity, cells)
  return cells
}

/**
 * The cells that differ between two states of a record. The search text is the most expensive part, so it is computed only if
 * one of its source fields changes.
 */
export function changedCells(
  entity: Entity,
  id: string,
  before: Readonly<RecordValues>,
  after: Readonly<RecordValues>,
): Row {
  const changed: Row = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    const cell = toCell(field, after[name] ?? null)
    if (cell !== toCell(field, before[name] ?? null)) changed[columnName(name)] = cell
  }
  const { sources, folded } = shapeOf(entity)
  if (!Object.keys(changed).some((column) => sources.has(column))) {
    if (folded.some((column) => column in changed))
      changed['folded_texts'] = foldedTexts(entity, cellsOfFields(entity, after))
    return changed
  }
  const [cellsBefore, cellsAfter] = [toCells(entity, id, before), toCells(entity, id, after)]
  return Object.fromEntries(
    Object.entries(cellsAfter).filter(([column, cell]) => cellsBefore[column] !== cell),
  )
}

/** Equal for changes of the same columns to the same cells. */
export const cellsAsText = (cells: Row): string => JSON.stringify(Object.entries(cells))

export function searchText(entity: Entity, values: Readonly<RecordValues>): string {
  const words: string[] = []
  for (const name of shapeOf(entity).searched) {
    const value = values[name]
    const { show, sensitive, hyphenated } = entity.fields[name]!
    // A sensitive value is contained in one form only, so that it can be removed for users who may not see it.
    if (value) words.push((sensitive ? foldText : searchedForms)(show(value)))
    if (value && hyphenated) words.push(foldText(show(value)).replaceAll('-', ''))
  }
  const keys = duplicateKeys(entity, values)
  if (keys) words.push(keys)
  return words.join(' ')
}

/**
 * The folded form of each text that differs from `lower` of the database, as JSON by column; null for most records. It is
 * computed once on save, so that a substring filter compares stored texts and folds nothing row by row.
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

/** With collations by code point, both databases lower-case exactly the ASCII letters. */
// oxlint-disable-next-line no-control-regex
const isAscii = /^[\x00-\x7f]*$/

/** The column with the folded form of a key. */
export const keyColumn = (entity: Entity, names: readonly string[]): string =>
  names.join() === entity.key.join() ? 'natural_key' : uniqueColumn(names)

/** The row of a deleted record in the bin. */
export const binRow = (entity: Entity, author: Author, current: StoredRecord): Tables['bin'] => ({
  entity: entity.name,
  record_id: current.id,
  version: current.version + 1,
  cells: JSON.stringify(current),
  deleted_at: author.now().toISOString(),
  deleted_by: idOfActor(author.actor) ?? '',
})

export const fromBin = (row: Pick<Tables['bin'], 'cells' | 'version'>): StoredRecord => ({
  ...parseJson(row.cells, isStoredRecord),
  version: row.version,
})

/** The written row under the field names of the API. */
export function toFieldNames(entity: Entity, row: Row): Row {
  return Object.fromEntries(shapeOf(entity).names.map((name) => [name, row[columnName(name)] ?? null]))
}
