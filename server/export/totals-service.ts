import type { FieldTotals, ListTotals, TotalsQuery } from '#domain/api/records/exports.ts'
import type { Field, Value } from '#domain/catalogue/field.ts'
import { fromCell } from '#domain/catalogue/stored/kinds.ts'
import { listField } from '#domain/lists/field-test.ts'
import { isNumber } from '#domain/lists/totals.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { calendarOf, readListQuery } from '../records/list-query.ts'
import { type ColumnTotal } from '../store/query/record-totals.ts'

/** The number of matching records and the totals of their fields, independent of the page. */
export async function listTotals(
  ctx: Context,
  name: string,
  { of = [], sort: _1, limit: _2, after: _3, total: _4, ...text }: TotalsQuery,
): Promise<ListTotals> {
  const records = dynamicGate(ctx, 'read', name)
  const { entity } = records
  const fields = of.map((field): [string, Field] => [field, listField(entity, field)!])
  const matching = readListQuery(entity, text, calendarOf(ctx))
  const requested = fields.map(([field, declared]) => ({ name: field, isNumber: isNumber(declared) }))
  const { count, columns } = await records.totals(matching, requested)
  const totals = fields.map(([field, declared]): [string, FieldTotals] => [
    field,
    toFieldTotals(declared, columns.get(field)!),
  ])
  return { count, totals: Object.fromEntries(totals) }
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100

/** Fields with several values have no totals. */
const single = (value: Value): string | number | null => (typeof value === 'object' ? null : value)

function toFieldTotals(field: Field, { filled, sum, least, most }: ColumnTotal): FieldTotals {
  const range = { least: single(fromCell(field, least)), most: single(fromCell(field, most)) }
  if (!isNumber(field)) return range
  const unit = field.column.inHundredths ? 100 : 1
  return {
    sum: toHundredths(sum / unit),
    average: filled === 0 ? null : toHundredths(sum / unit / filled),
    ...range,
  }
}
