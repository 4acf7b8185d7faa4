import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { fetchOptions, type Options } from '../api/options.ts'
import { useQuery } from '../ui/use-query.ts'
import { findEmployees } from '../visits/find-employees.ts'
import { levels, type ActiveFilter } from './planner-link.ts'

const keyOf = ({ name, value }: ActiveFilter): string => `${name} ${value}`

function findOptions({ name, value }: ActiveFilter): Promise<Options> | undefined {
  if (name === 'employee') return findEmployees(value)
  const reference = levels.some((level) => level === name) && entityNamed('customer').fields[name]?.reference
  if (!reference) return undefined
  const { entity, field } = reference
  return fetchOptions({ entity: entityNamed(entity), of: field, with: [], constraints: {}, q: value })
}

async function titleOf(each: ActiveFilter): Promise<[string, string]> {
  const { items } = (await findOptions(each)) ?? { items: [] }
  const wanted = each.value.toLowerCase()
  return [keyOf(each), items.find(({ value }) => value.toLowerCase() === wanted)?.title ?? each.value]
}

/** Names of the codes in the filters, once they are loaded. */
export function useNames(activeFilters: readonly ActiveFilter[]): (each: ActiveFilter) => string {
  const { data: names = {} } = useQuery([JSON.stringify(activeFilters)], async () => {
    // Without a name the code is shown.
    const titles = activeFilters.map((each) =>
      titleOf(each).catch((): [string, string] => [keyOf(each), each.value]),
    )
    return Object.fromEntries(await Promise.all(titles))
  })
  return (each) => names[keyOf(each)] ?? each.value
}
