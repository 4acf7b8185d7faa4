import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { unreadable } from '#domain/problem.ts'
import type { Condition } from './dialect.ts'
import { columnOf } from './field-conditions.ts'
import { indexAlong } from './schema-of-catalogue.ts'

export interface Sort {
  field: string
  descending: boolean
}

export interface Order {
  /** The same for every order that is the same in SQL. */
  name: string
  by: RawBuilder<Cell>
  /** The column it is, where it is one as it stands. */
  column?: string
  /** The column whose index gives the order, where it is known only for the cost of a page. */
  along?: string
  /** The value a record is sorted by: where the next page starts. */
  valueIn: (record: StoredRecord) => Cell
  type: 'string' | 'number'
}

export interface Directed {
  order: Order
  descending: boolean
}

/** By what a list is sorted, one after the other; the id follows the last of them. */
export function ordersOf(
  entity: Entity,
  { sort, order, thenBy = [] }: { sort: Sort; order?: Order; thenBy?: readonly Sort[] },
): Directed[] {
  const first = { order: order ?? orderOf(entity, sort.field), descending: sort.descending }
  return [first, ...thenBy.map(({ field, descending }) => ({ order: orderOf(entity, field), descending }))]
}

/** Nulls sort first on one database and last on the other, so an empty cell is given a value to sort by. */
function orderOf(entity: Entity, field: string): Order {
  const declared = entity.fields[field]
  const type = !declared || declared.column.type === 'text' ? 'string' : 'number'
  if (declared && entity.key.length === 1 && entity.key[0] === field) {
    const valueIn = (record: StoredRecord): Cell => declared.toKey(record[field]!)
    const column = 'natural_key'
    return { name: field, by: columnOf(entity, column), column, valueIn, type: 'string' }
  }
  const column = columnOf(entity, columnName(field))
  const isFilled = !declared || declared.presence === 'required' || declared.presence === 'generated'
  const toCell = (record: StoredRecord): Cell => declared?.toCell(record[field]!) ?? (record[field] as Cell)
  if (isFilled) return { name: field, by: sql`${column}`, column: columnName(field), valueIn: toCell, type }
  const none = type === 'string' ? '' : -1e15
  const by = sql<Cell>`coalesce(${column}, ${sql.lit(none)})`
  return { name: field, by, valueIn: (record) => toCell(record) ?? none, type }
}

/** Whether pages in the order of that field can be read along an index. */
export const isSortIndexed = (entity: Entity, field: string): boolean => {
  const { column } = orderOf(entity, field)
  return column !== undefined && indexAlong(entity, [column]) !== undefined
}

/**
 * Where an index gives the beginning of an order only, SQLite would rather sort everything than those that are the same in
 * it. Told that there is a beginning, it goes along the index.
 */
export function startAtFirst(entity: Entity, orders: readonly Directed[]): Condition[] {
  const columns = orders.map(({ order }) => order.column)
  const [first] = orders as [Directed]
  if (columns[0] === undefined) return []
  const isOneWay = orders.every(({ descending }) => descending === first.descending)
  const isKnown = columns.every((column) => column !== undefined)
  const along = indexAlong(entity, isOneWay && isKnown ? columns : [columns[0], ''])
  if (along !== 'start') return []
  const least = first.order.type === 'string' ? '' : -1e15
  return [{ shape: 'start', parameters: [least], test: () => sql`${first.order.by} >= ${least}` }]
}

/** What comes after the last one seen. */
export function startAfter(entity: Entity, orders: readonly Directed[], cursor: string): Condition {
  const position = readCursor(
    cursor,
    orders.map(({ order }) => order.type),
  )
  const steps = [
    ...orders.map(({ order, descending }) => ({ by: order.by, descending })),
    { by: columnOf(entity, 'id'), descending: orders.at(-1)!.descending },
  ].map((step, at) => ({ ...step, value: position[at]! }))
  const [first, ...rest] = steps as [Step, ...Step[]]
  if (steps.every(({ descending }) => descending === first.descending)) {
    const all = sql.join(steps.map(({ by }) => by))
    const than = sign(first, '')
    return {
      shape: 'after',
      parameters: position,
      test: () => sql`(${all}) ${than} (${sql.join(steps.map(({ value }) => value))})`,
    }
  }
  const [start, ...inTies] = position
  return {
    shape: 'after',
    // The limit on the first, said on its own, is what an index can be entered by.
    parameters: [start!, ...beyondParameters(start!, inTies)],
    test: () => sql`(${first.by} ${sign(first, '=')} ${first.value} and ${beyond(first, rest)})`,
  }
}

interface Step {
  by: RawBuilder<Cell>
  descending: boolean
  value: Cell
}

const sign = ({ descending }: Step, or: '' | '='): RawBuilder<unknown> =>
  sql.raw(`${descending ? '<' : '>'}${or}`)

/** Beyond in the first, or the same in it and beyond in the rest. */
function beyond(step: Step, [next, ...rest]: readonly Step[]): RawBuilder<SqlBool> {
  const { by, value } = step
  if (!next) return sql`${by} ${sign(step, '')} ${value}`
  return sql`(${by} ${sign(step, '')} ${value} or (${by} = ${value} and ${beyond(next, rest)}))`
}

/** The values in the order of that text. */
const beyondParameters = (value: Cell, [next, ...rest]: readonly Cell[]): Cell[] =>
  next === undefined ? [value] : [value, value, ...beyondParameters(next, rest)]

/** Where a page ended, as text. */
export const writeCursor = (position: readonly Cell[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

const isText = (value: unknown): boolean =>
  typeof value === 'string' && !/(?![\n\t])\p{Cc}/u.test(value.replaceAll('\u001f', ''))

function readCursor(cursor: string, types: readonly Order['type'][]): Cell[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === types.length + 1) {
      const isOurs = [...types, 'string'].every((type, at) =>
        type === 'string' ? isText(position[at]) : Number.isSafeInteger(position[at]),
      )
      if (isOurs) return position as Cell[]
    }
  } catch {
    // Falls through: whatever it was, it is not one of ours.
  }
  throw unreadable('The page asked for ("after") is not one this list gave out')
}
