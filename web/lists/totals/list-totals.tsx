import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import type { FieldTotals } from '#domain/api/records/exports.ts'
import { countText } from '../count-text.ts'
import { isDay, isNumber, labelOf, listColumns, type ListColumn } from '../list-columns.ts'
import type { TotalsState } from './use-totals.ts'
import { currentLocale, t } from '#domain/messages/t.ts'
import './list-totals.css'

interface ListTotalsProps {
  entity: Entity
  columns: readonly string[]
  totals: TotalsState
  hasTicks: boolean
}

const lines = ['sum', 'average', 'least', 'most'] as const

/** The totals below their columns; the first row also shows the count. */
export function ListTotals({ entity, columns, totals, hasTicks }: ListTotalsProps): ReactNode {
  const { found } = totals
  const shown = found
    ? lines.filter((name) => Object.values(found.totals).some((total) => hasValue(total[name])))
    : []
  const [first, ...rest] = columns.map((name) => listColumns(entity).get(name)!)
  if (!found || shown.length === 0) {
    return (
      <tfoot className="list-totals">
        <tr aria-busy={found === null}>
          {hasTicks && <EmptyCell />}
          <th scope="row" colSpan={columns.length}>
            {found ? countText(entity, found.count) : t('Counting…')}
          </th>
        </tr>
      </tfoot>
    )
  }
  return (
    <tfoot className="list-totals">
      {shown.map((name, at) => (
        <tr key={name}>
          {hasTicks && <EmptyCell />}
          <th scope="row">
            {t(
              at === 0
                ? '{total, select, sum {Sum} average {Average} least {Minimum} other {Maximum}} of {count, number}'
                : '{total, select, sum {Sum} average {Average} least {Minimum} other {Maximum}}',
              { total: name, count: found.count },
            )}
            {first && withSpace(formatTotal(first, found.totals[first.name], name))}
          </th>
          {rest.map((column) => (
            <td
              key={column.name}
              data-label={labelOf(column)}
              className={isNumber(column) ? 'is-number' : undefined}
            >
              {formatTotal(column, found.totals[column.name], name)}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  )
}

const hasValue = (value: unknown): boolean => value !== null && value !== undefined
const withSpace = (text: string): string => (text ? ` ${text}` : '')

function formatTotal(column: ListColumn, total: FieldTotals | undefined, name: keyof FieldTotals): string {
  const value = total?.[name]
  if (!hasValue(value) || (isDay(column) && (name === 'sum' || name === 'average'))) return ''
  if (typeof value === 'number' && !column.field!.column.inHundredths)
    return value.toLocaleString(currentLocale(), { maximumFractionDigits: 2 })
  return column.field!.show(value as Value)
}

/** The empty cell below the checkboxes. */
const EmptyCell = (): ReactNode => <td className="list-tick">{null}</td>
