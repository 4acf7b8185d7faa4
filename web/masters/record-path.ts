import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { customerPath, type CustomerTab } from '#domain/visits/customer-path.ts'

/** The page of a record, by id or code; a customer's own page opens at the tab. */
export const recordPath = (
  { path }: Pick<Entity, 'path'>,
  idOrCode: string,
  customerTab: CustomerTab = 'data',
): string =>
  path === labelsOf('customer').path
    ? customerPath(idOrCode, customerTab)
    : `/records/${path}/${encodeURIComponent(idOrCode)}`

/** Paths of screens that cannot be filtered by a record. */
const withoutFilter = ['balances', 'assignments']

/** The list filtered to the records that refer to this one through a field; undefined where no list can show exactly these. */
export function listOfUsers(path: string, field: string, value: string): string | undefined {
  if (withoutFilter.includes(path) || (path === 'visits' && field === 'New_Recommended_Materials'))
    return undefined
  return `/lists/${path}?${new URLSearchParams({ [field]: value }).toString()}`
}
