import { currentScript } from '../../messages/t.ts'

/** The second name, if the reader's language is written in its script. */
export const readableName = (local: unknown): string | null =>
  typeof local === 'string' && currentScript()?.test(local) ? local : null

const separator = ' · '

/** A name as the reader sees it: with the second name before it, if the reader's language is written in its script. */
export const shownName = (name: string, local: unknown): string =>
  local === name || readableName(local) === null ? name : [local, name].join(separator)

/** The usual name in one that `shownName` wrote, for other systems, such as maps. */
export function usualName(shown: string): string {
  const [first, ...rest] = shown.split(separator)
  return rest.length > 0 && readableName(first) !== null ? rest.join(separator) : shown
}

/** The name of the customer of a row. */
export const customerName = (row: Readonly<{ Customer_Name: string; Local_Name?: string | null }>): string =>
  shownName(row.Customer_Name, row.Local_Name)

/** The name of the city of a row. */
export const cityName = (row: Readonly<{ City_Name: string; City_Local_Name: string | null }>): string =>
  shownName(row.City_Name, row.City_Local_Name)
