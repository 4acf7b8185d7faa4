import type { Field } from '#domain/catalogue/field.ts'
import { balanceStates, dueStates, type BalanceState, type DueState } from '#domain/visits/plans.ts'
import type { VisitPlans } from '#domain/api/visits/plans.ts'
import type { PlansQuery } from '../visits/visits-api.ts'
import { readPosition, rowsPerPage } from '../masters/list/list-links.ts'
import { loadCode } from '../ui/load-code.ts'
import { t } from '#domain/messages/t.ts'

/** Territory levels from widest to narrowest; every customer has all of them, so filtering by a parent includes all below. */
export const levels = ['Zone_Code', 'State_Code', 'Pool_Code', 'Station_Code', 'City_Code'] as const
export type Level = (typeof levels)[number]

export const territoryLabels = (): Record<Level, string> => ({
  Zone_Code: t('Zone'),
  State_Code: t('State'),
  Pool_Code: t('Pool'),
  Station_Code: t('Station'),
  City_Code: t('City'),
})

export const noOwner = 'none'

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value)

export const dueIn = (search: URLSearchParams): DueState | undefined => oneOf(dueStates, search.get('due'))
export const balanceIn = (search: URLSearchParams): BalanceState | undefined =>
  oneOf(balanceStates, search.get('balance'))

/** The parameters of the URL that are not fields of a customer. */
const ownParameters = ['q', 'after', 'due', 'balance', 'employee']

/** The fields of a customer that the URL names besides the territory. */
export type NamedFields = Readonly<Record<string, Pick<Field, 'label'>>>

export interface PlannerData extends VisitPlans {
  namedFields: NamedFields
}

/** A URL may filter by any field of a customer; the declarations are loaded only for one that names such a field. */
export async function fieldsNamedIn(search: URLSearchParams): Promise<NamedFields> {
  const known: readonly string[] = [...ownParameters, ...levels]
  const others = [...search.keys()].filter((name) => !known.includes(name))
  if (others.length === 0) return {}
  const { entityNamed } = await loadCode(() => import('#domain/catalogue/catalogue.ts'))
  const { fields } = entityNamed('customer')
  return Object.fromEntries(others.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}

export function fieldsIn(search: URLSearchParams, namedFields: NamedFields): Record<string, string> {
  const names: readonly string[] = [...levels, ...Object.keys(namedFields)]
  return Object.fromEntries([...search].filter(([name, value]) => names.includes(name) && value !== ''))
}

/** Reads the planner's filters from the URL; unknown states are ignored. */
export function readPlannerLink(search: URLSearchParams, namedFields: NamedFields): PlansQuery {
  const { q, after } = readPosition(search)
  return {
    order: 'due',
    q,
    after,
    filters: fieldsIn(search, namedFields),
    due: dueIn(search),
    balance: balanceIn(search),
    employee: search.get('employee') || undefined,
    limit: rowsPerPage,
  }
}

export interface ActiveFilter {
  name: string
  /** Undefined when the value needs no label. */
  label?: string
  value: string
}

/** The number of active filters besides the due state and the search, which have controls of their own. */
export const countFilters = (search: URLSearchParams, namedFields: NamedFields): number =>
  Object.keys(fieldsIn(search, namedFields)).length +
  (search.get('employee') ? 1 : 0) +
  (balanceIn(search) ? 1 : 0)
