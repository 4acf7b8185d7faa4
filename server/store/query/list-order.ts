import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { passCell, type Cell } from '#domain/catalogue/field.ts'
import { toCell, toKey } from '#domain/catalogue/stored/kinds.ts'
import { badRequest } from '#domain/problem.ts'
import type { Condition } from '../dialect.ts'
import { columnOf } from './field-conditions.ts'
import { indexForOrder } from '../schema/schema-of-catalogue.ts'
import { t } from '#domain/messages/t.ts'

export interface Sort {
  field: string
  descending: boolean
}

export interface Order {
  /** The same for every order with the same SQL. */
  name: string
  by: RawBuilder<Cell>
  /** The column, if the order is a plain column. */
  column?: string
  /** The column of the index that returns the order; used only to estimate the cost of a page. */
  indexColumn?: string
  /** The sort value of a record, for the cursor of the next page. */
  valueIn: (record: Readonly<RecordValues>) => Cell
  type: 'string' | 'number'
}

export interface DirectedOrder {
  order: Order
  descending: boolean
}

/** The sort orders of a list; the id breaks ties. */
export function ordersOf(
  entity: Entity,
  { sort, order, thenBy = [] }: { sort: Sort; order?: Order; thenBy?: readonly Sort[] },
): DirectedOrder[] {
  const first = { order: order ?? orderOf(entity, sort.field), descending: sort.descending }
  return [first, ...thenBy.map(({ field, descending }) => ({ order: orderOf(entity, field), descending }))]
}

/** Nulls sort first on one database and last on the other, so null gets a value to sort by. */
function orderOf(entity: Entity, field: string): Order {
  const declared = entity.fields[field]
  const type = !declared || declared.column.type === 'text' ? 'string' : 'number'
  if (declared && entity.key.length === 1 && entity.key[0] === field) {
    const valueIn = (record: Readonly<RecordValues>): Cell => toKey(declared, record[field]!)
    const column = 'natural_key'
    return { name: field, by: columnOf(entity, column), column, valueIn, type: 'string' }
  }
  const column = columnOf(entity, columnName(field))
  const isFilled = !declared || declared.presence === 'required' || declared.presence === 'generated'
  const cellIn = (record: Readonly<RecordValues>): Cell =>
    declared ? toCell(declared, record[field]!) : passCell(record[field]!)
  if (isFilled) return { name: field, by: sql`${column}`, column: columnName(field), valueIn: cellIn, type }
  const none = type === 'string' ? '' : -1e15
  const by = sql<Cell>`coalesce(${column}, ${sql.lit(none)})`
  return { name: field, by, valueIn: (record) => cellIn(record) ?? none, type }
}

/** Whether an index returns pages in the order of this field. */
export const isSortIndexed = (entity: Entity, field: string): boolean => {
  const { column } = orderOf(entity, field)
  return column !== undefined && indexForOrder(entity, [column]) !== undefined
}

/**
 * If an index covers only the first columns of an order, SQLite sorts everything instead of only the ties. A lower bound on the
 * first column makes it use the index.
 */
export function startAtFirst(entity: Entity, orders: readonly DirectedOrder[]): Condition[] {
  const columns = orders.map(({ order }) => order.column)
  const [first] = orders
  if (!first || columns[0] === undefined) return []
  const isUniform = orders.every(({ descending }) => descending === first.descending)
  const isKnown = columns.every((column) => column !== undefined)
  const indexColumn = indexForOrder(entity, isUniform && isKnown ? columns : [columns[0], ''])
  if (indexColumn !== 'start') return []
  const minimum = first.order.type === 'string' ? '' : -1e15
  return [{ cacheKey: 'start', parameters: [minimum], test: () => sql`${first.order.by} >= ${minimum}` }]
}

/** Matches the records after the cursor. */
export function startAfter(entity: Entity, orders: readonly DirectedOrder[], cursor: string): Condition {
  const position = readCursor(
    cursor,
    orders.map(({ order }) => order.type),
  )
  const steps = [
    ...orders.map(({ order, descending }) => ({ by: order.by, descending })),
    { by: columnOf(entity, 'id'), descending: orders.at(-1)!.descending },
  ].map((step, at) => ({ ...step, value: position[at]! }))
  const [first, ...rest] = steps
  if (!first) throw new Error('An order has at least the id')
  if (steps.every(({ descending }) => descending === first.descending)) {
    const all = sql.join(steps.map(({ by }) => by))
    const than = sign(first, '')
    return {
      cacheKey: 'after',
      parameters: position,
      test: () => sql`(${all}) ${than} (${sql.join(steps.map(({ value }) => value))})`,
    }
  }
  const [start, ...tieBreakers] = position
  return {
    cacheKey: 'after',
    // A separate bound on the first column allows an index range scan.
    parameters: [start!, ...afterParameters(start!, tieBreakers)],
    test: () => sql`(${first.by} ${sign(first, '=')} ${first.value} and ${isAfter(first, rest)})`,
  }
}

interface Step {
  by: RawBuilder<Cell>
  descending: boolean
  value: Cell
}

const sign = ({ descending }: Step, or: '' | '='): RawBuilder<unknown> =>
  sql.raw(`${descending ? '<' : '>'}${or}`)

/** Greater in the first column, or equal in it and greater in the rest. */
function isAfter(step: Step, [next, ...rest]: readonly Step[]): RawBuilder<SqlBool> {
  const { by, value } = step
  if (!next) return sql`${by} ${sign(step, '')} ${value}`
  return sql`(${by} ${sign(step, '')} ${value} or (${by} = ${value} and ${isAfter(next, rest)}))`
}

/** The parameters in the order of that SQL text. */
const afterParameters = (value: Cell, [next, ...rest]: readonly Cell[]): Cell[] =>
  next === undefined ? [value] : [value, value, ...afterParameters(next, rest)]

/** The end of a page as a cursor. */
export const writeCursor = (position: readonly Cell[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

const isText = (value: unknown): value is string =>
  typeof value === 'string' && !/(?![\n\t])\p{Cc}/u.test(value.replaceAll('\u001f', ''))

const isPosition = (position: unknown, types: readonly Order['type'][]): position is Cell[] =>
  Array.isArray(position) &&
  position.length === types.length &&
  types.every((type, at) => (type === 'string' ? isText(position[at]) : Number.isSafeInteger(position[at])))

function readCursor(cursor: string, types: readonly Order['type'][]): Cell[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (isPosition(position, [...types, 'string'])) return position
  } catch {
    // Falls through: not one of our cursors.
  }
  throw badRequest(t('The cursor in "after" is not one of this list'))
}
