import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field, Value } from '#domain/catalogue/field.ts'
import { listField } from '#domain/lists/field-test.ts'
import { invalid } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { calendarOf, readListQuery, type QueryText } from '../resources/list-query.ts'
import { type ColumnTotal } from '../store/record-totals.ts'

/** Of days and moments there is a first and a last one; a sum only of numbers. */
interface FieldTotals {
  sum?: number
  average?: number | null
  least: Value
  most: Value
}

export interface ListTotals {
  count: number
  totals: Record<string, FieldTotals>
}

const mostFields = 30

/** How many match, and what their columns come to; which page of them is shown makes no difference. */
export async function listTotals(
  ctx: Context,
  name: string,
  { of, sort: _1, limit: _2, after: _3, total: _4, ...text }: QueryText,
): Promise<ListTotals> {
  const records = gate(ctx, 'read', name)
  const { entity } = records
  const fields = readFields(entity, of)
  const matching = readListQuery(entity, text, calendarOf(ctx))
  const wanted = fields.map(([field, declared]) => ({ name: field, isNumber: isNumber(declared) }))
  const { count, columns } = await records.totals(matching, wanted)
  const totals = fields.map(([field, declared]) => [field, inWords(declared, columns.get(field)!)])
  return { count, totals: Object.fromEntries(totals) as ListTotals['totals'] }
}

const isNumber = ({ column }: Field): boolean => column.type !== 'text'
const isDay = ({ typedIn }: Field): boolean => typedIn.as === 'date' || typedIn.as === 'instant'

function readFields(entity: Entity, of: string | string[] | undefined): [string, Field][] {
  const refuse = (message: string): Error => invalid([{ field: 'of', message }])
  if (Array.isArray(of)) throw refuse('of should be given once, with the fields one after the other')
  const names = of ? of.split(',', mostFields + 1) : []
  if (names.length > mostFields) throw refuse(`of should not name more than ${mostFields} fields`)
  return [...new Set(names)].map((name) => {
    const field = listField(entity, name)
    if (!field) throw refuse(`${entity.plural} have no field ${name}`)
    if (!isNumber(field) && !isDay(field)) throw refuse(`${field.label} is neither a number nor a date`)
    return [name, field]
  })
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100

function inWords(field: Field, { filled, sum, least, most }: ColumnTotal): FieldTotals {
  const ends = { least: field.fromCell(least), most: field.fromCell(most) }
  if (!isNumber(field)) return ends
  const unit = field.column.inHundredths ? 100 : 1
  return {
    sum: toHundredths(sum / unit),
    average: filled === 0 ? null : toHundredths(sum / unit / filled),
    ...ends,
  }
}
