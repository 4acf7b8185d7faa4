import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { findOption, type OptionQuery } from '../api/options.ts'
import { useQuery } from '../ui/use-query.ts'
import { employeeQuery } from '../visits/find-employees.ts'
import { levels, type ActiveFilter, type Level } from './planner-link.ts'

/** The masters of the levels, whose codes have the same names as in a customer. */
const masterOf = {
  Zone_Code: 'zone',
  State_Code: 'state',
  Pool_Code: 'pool',
  Station_Code: 'station',
  City_Code: 'city',
} as const satisfies Record<Level, string>

const keyOf = ({ name, value }: ActiveFilter): string => `${name} ${value}`

function queryOf(name: string): OptionQuery | undefined {
  const level = levels.find((each) => each === name)
  if (level) return { entity: labelsOf(masterOf[level]), of: level, with: [], constraints: {} }
  return name === 'employee' ? employeeQuery() : undefined
}

async function titleOf(each: ActiveFilter): Promise<[string, string]> {
  const query = queryOf(each.name)
  const option = query && (await findOption(query, each.value))
  return [keyOf(each), option?.title ?? each.value]
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
