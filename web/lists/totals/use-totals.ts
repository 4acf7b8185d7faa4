import { useState } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { ListTotals as Totals } from '#domain/api/records/exports.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { notify } from '../../ui/notices.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { useListAddress } from '../list-address.ts'
import { isNumber, listColumns, type ListColumn } from '../list-columns.ts'
import { totalsOf } from '../lists-api.ts'
import { t } from '#domain/messages/t.ts'

export interface TotalsState {
  isOn: boolean
  toggle: () => void
  /** Null while loading. */
  found: Totals | null
  count: number | undefined
}

const hasTotals = (column: ListColumn): boolean =>
  column.field !== undefined && (isNumber(column) || column.as === 'date')

/** Loaded on demand, because counting a million records takes longer than reading fifty. */
export function useTotals(entity: Entity, query: URLSearchParams): TotalsState {
  const { columns } = useListAddress(entity)
  const [isOn, setOn] = useState(false)
  const fields = columns.filter((name) => hasTotals(listColumns(entity).get(name)!))
  const key = `${query.toString()} ${fields.join(',')}`
  const { data } = useQuery(
    [entity, key],
    async (signal) => ({ key, totals: await totalsOf(entity, query, fields, signal) }),
    {
      enabled: (loaded) => isOn && loaded?.key !== key,
      onError: (error) => {
        setOn(false)
        notify({ tone: 'bad', text: t('Could not load the totals'), detail: sentenceOf(error) })
      },
    },
  )
  const totals = isOn && data?.key === key ? data.totals : null
  return { isOn, toggle: () => setOn(!isOn), found: totals, count: totals?.count }
}
