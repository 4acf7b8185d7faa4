import { entityNamed } from '#domain/catalogue/catalogue.ts'
import {
  balanceStates,
  dueStates,
  overdueAges,
  type BalanceState,
  type DueState,
} from '#domain/visits/plans.ts'
import type { PlansQuery } from '../api/visits.ts'
import { readListLink, rowsPerPage } from '../entity/list-links.ts'

/** From the widest to the narrowest; each customer names all of them, so a parent holds everything below. */
export const territory = {
  Zone_Code: 'Zone',
  State_Code: 'State',
  Pool_Code: 'Pool',
  Station_Code: 'Station',
  City_Code: 'City',
} as const

export const nobody = 'none'

export const balanceWords: Record<BalanceState, string> = {
  overdue: 'Overdue',
  owing: 'Owing',
  clear: 'Clear',
}

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value)

export const dueIn = (search: URLSearchParams): DueState | undefined => oneOf(dueStates, search.get('due'))
export const balanceIn = (search: URLSearchParams): BalanceState | undefined =>
  oneOf(balanceStates, search.get('balance'))

/** What the address of the planner asks for; a state it does not know asks for nothing. */
export function readPlannerLink(search: URLSearchParams): PlansQuery {
  const { q, after, filters } = readListLink(entityNamed('customer'), search)
  return {
    order: 'due',
    q,
    after,
    filters,
    due: dueIn(search),
    balance: balanceIn(search),
    employee: search.get('employee') || undefined,
    limit: rowsPerPage,
  }
}

export interface InForce {
  name: string
  /** None where the value says it all. */
  label?: string
  value: string
}

/** What narrows the list down besides the due state and the search, which show themselves. */
export function filtersIn(search: URLSearchParams): InForce[] {
  const { filters = {} } = readListLink(entityNamed('customer'), search)
  const { fields } = entityNamed('customer')
  const words: Readonly<Record<string, string>> = territory
  const names = Object.keys({ ...territory, ...filters }).filter((name) => name in filters)
  const found = names.map((name) => ({
    name,
    label: words[name] ?? fields[name]!.label,
    value: filters[name]!,
  }))
  const employee = search.get('employee')
  const balance = balanceIn(search)
  if (employee)
    found.push({ name: 'employee', label: 'Employee', value: employee === nobody ? 'Nobody' : employee })
  if (balance) found.push({ name: 'balance', label: 'Balance', value: balanceWords[balance] })
  return found
}

/** States for which there is no tap of their own: the figures of the firm lead to them. */
export function finerDueIn(search: URLSearchParams): InForce[] {
  const due = dueIn(search)
  const age = overdueAges.find(({ state }) => state === due)
  if (!age && due !== 'seen') return []
  return [{ name: 'due', value: age ? `Was due ${age.words}` : 'Seen in time' }]
}
