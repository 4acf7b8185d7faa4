import { overdueAges, type BalanceState } from '#domain/visits/plans.ts'
import {
  balanceIn,
  dueIn,
  fieldsIn,
  noOwner,
  territoryLabels,
  type ActiveFilter,
  type NamedFields,
} from './planner-link.ts'
import { t } from '#domain/messages/t.ts'

// Apart from the links, because most screens show no filters at first.

export const balanceLabels = (): Record<BalanceState, string> => ({
  overdue: t('Overdue'),
  owing: t('Owing'),
  clear: t('Clear'),
  due30: t('Bills overdue 1–30 days'),
  due60: t('Bills overdue 31–60 days'),
  due90: t('Bills overdue 61–90 days'),
  dueMore: t('Bills overdue over 90 days'),
  'above-limit': t('Above the credit limit'),
  promised: t('Promised to pay'),
  'promise-broken': t('Promise broken'),
})

/** Active filters besides the due state and the search, which have controls of their own. */
export function filtersIn(search: URLSearchParams, namedFields: NamedFields): ActiveFilter[] {
  const filters = fieldsIn(search, namedFields)
  const labels: Readonly<Record<string, string>> = territoryLabels()
  const names = Object.keys({ ...labels, ...filters }).filter((name) => name in filters)
  const active = names.map((name) => ({
    name,
    label: labels[name] ?? t(namedFields[name]!.label),
    value: filters[name]!,
  }))
  const employee = search.get('employee')
  const balance = balanceIn(search)
  if (employee)
    active.push({
      name: 'employee',
      label: t('Employee'),
      value: employee === noOwner ? t('No owner') : employee,
    })
  if (balance) active.push({ name: 'balance', label: t('Balance'), value: balanceLabels()[balance] })
  return active
}

/** Due states without a link of their own, which the dashboard links to. */
export function dueFilterIn(search: URLSearchParams): ActiveFilter[] {
  const due = dueIn(search)
  const age = overdueAges.find(({ state }) => state === due)
  if (!age && due !== 'seen') return []
  return [
    { name: 'due', value: age ? t('Was due {period}', { period: t(age.words) }) : t('Visited on time') },
  ]
}
