import { useEffect, useState, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { totalsOf, type Total, type Totals } from '../api/lists.ts'
import { notify } from '../ui/notices.tsx'
import { isDay, isNumber, listColumns, type ListColumn } from './list-columns.ts'
import { useListAddress } from './list-address.ts'
import { wordFor } from './list-tools.tsx'

export interface TotalsState {
  isOn: boolean
  toggle: () => void
  /** Null while they are on their way. */
  found: Totals | null
  count: number | undefined
}

const canBeCounted = (column: ListColumn): boolean =>
  column.field !== undefined && (isNumber(column) || column.as === 'date')

/** On demand: counting a million takes longer than reading fifty. */
export function useTotals(entity: Entity, query: URLSearchParams): TotalsState {
  const { columns } = useListAddress(entity)
  const [isOn, setOn] = useState(false)
  const [found, setFound] = useState<{ asked: string; totals: Totals } | null>(null)
  const of = columns.filter((name) => canBeCounted(listColumns(entity).get(name)!)).join(',')
  const asked = `${query.toString()} ${of}`
  const isKnown = found?.asked === asked
  useEffect(() => {
    if (!isOn || isKnown) return undefined
    const leaving = new AbortController()
    const [search = '', names = ''] = asked.split(' ')
    totalsOf(entity, new URLSearchParams(search), names === '' ? [] : names.split(','), leaving.signal).then(
      (totals) => setFound({ asked, totals }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setOn(false)
        notify({ tone: 'bad', text: 'The totals could not be counted', detail: sentenceOf(error) })
      },
    )
    return () => leaving.abort()
  }, [entity, isOn, isKnown, asked])
  const known = isOn && isKnown ? found.totals : null
  return { isOn, toggle: () => setOn(!isOn), found: known, count: known?.count }
}

interface ListTotalsProps {
  entity: Entity
  columns: readonly string[]
  totals: TotalsState
  hasTicks: boolean
}

const lines = [
  ['sum', 'Sum'],
  ['average', 'Average'],
  ['least', 'Least'],
  ['most', 'Most'],
] as const

/** Below the columns they are of. The first says how many there are. */
export function ListTotals({ entity, columns, totals, hasTicks }: ListTotalsProps): ReactNode {
  if (!totals.isOn) return null
  const { found } = totals
  const shown = found
    ? lines.filter(([name]) => Object.values(found.totals).some((total) => isGiven(total[name])))
    : []
  const [first, ...rest] = columns.map((name) => listColumns(entity).get(name)!)
  if (!found || shown.length === 0) {
    return (
      <tfoot className="list-totals">
        <tr aria-busy={found === null}>
          {hasTicks && <Corner />}
          <th scope="row" colSpan={columns.length}>
            {found ? `${found.count.toLocaleString('en-IN')} ${wordFor(entity, found.count)}` : 'Counting…'}
          </th>
        </tr>
      </tfoot>
    )
  }
  return (
    <tfoot className="list-totals">
      {shown.map(([name, label], at) => (
        <tr key={name}>
          {hasTicks && <Corner />}
          <th scope="row">
            {at === 0 ? `${label} of ${found.count.toLocaleString('en-IN')}` : label}
            {first && withSpace(inCell(first, found.totals[first.name], name))}
          </th>
          {rest.map((column) => (
            <td
              key={column.name}
              data-label={column.label}
              className={isNumber(column) ? 'is-number' : undefined}
            >
              {inCell(column, found.totals[column.name], name)}
            </td>
          ))}
        </tr>
      ))}
    </tfoot>
  )
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined
const withSpace = (text: string): string => (text ? ` ${text}` : '')

function inCell(column: ListColumn, total: Total | undefined, name: keyof Total): string {
  const value = total?.[name]
  if (!isGiven(value) || (isDay(column) && (name === 'sum' || name === 'average'))) return ''
  if (typeof value === 'number' && !column.field!.column.inHundredths)
    return value.toLocaleString('en-IN', { maximumFractionDigits: 2 })
  return column.field!.show(value as Value)
}

/** Below the ticks there is nothing to say. */
const Corner = (): ReactNode => <td className="list-tick">{null}</td>
