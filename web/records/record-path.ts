import type { Entity } from '#domain/catalogue/entity.ts'

export const recordPath = ({ path }: Pick<Entity, 'path'>, idOrCode: string): string =>
  `/records/${path}/${encodeURIComponent(idOrCode)}`

/** The screens of these cannot be narrowed down to one record. */
const withoutFilter = ['balances', 'assignments']

/** The list of what refers to a record through a field, where there is one that shows these and no others. */
export function listOfUsers(path: string, field: string, value: string): string | undefined {
  if (withoutFilter.includes(path) || (path === 'visits' && field === 'New_Recommended_Materials'))
    return undefined
  return `/lists/${path}?${new URLSearchParams({ [field]: value }).toString()}`
}
