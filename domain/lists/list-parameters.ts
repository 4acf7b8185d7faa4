import type { Entity } from '../catalogue/entity.ts'
import { ancestorsOf } from './below.ts'

/** The descriptions of the parameters that lists, totals and exports share, besides the fields themselves. */
export interface ListParameter {
  name: string
  description: string
}

export const sortParameter = (entity: Entity): ListParameter => ({
  name: 'sort',
  description: `Up to three fields to sort by, with - for descending: City_Code,-Customer_Name; default ${entity.sortedBy}`,
})

export const filterParameters = (entity: Entity): ListParameter[] => [
  { name: 'q', description: 'Words or parts of words, which must all match' },
  {
    name: 'where',
    description:
      'Tests joined by all and any, as JSON: {"all":[{"field":"…","test":"is","values":["…"]},{"any":[…]}]}; test is is, not, from, to, has or begins; at most 3 levels, 30 tests, 4000 characters and 40 texts for has and begins in total',
  },
  ...belowOf(entity),
]

function belowOf(entity: Entity): ListParameter[] {
  const names = ancestorsOf(entity).map((above) => above.entity.name)
  if (names.length === 0) return []
  const description = `Only records below this one at any depth, such as ${names[0]}:CODE (${names.join(', ')}); parts of a key are joined by /. If repeated, values of one master are combined by OR, of different masters by AND`
  return [{ name: 'below', description }]
}
