import {
  territoryLevels,
  type Glance,
  type Territory,
  type TerritoryLevel,
  type WeekOfVisits,
} from '#domain/visits/glance.ts'
import { addDays } from '#domain/dates.ts'
import { instantAt } from '#domain/moments.ts'

type Query = Readonly<Record<string, string | readonly string[]>>

function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) search.append(name, each)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export const fieldOf = (level: TerritoryLevel): string =>
  territoryLevels.find((each) => each.level === level)!.field

/** The part of the territory an address names; a city is looked at in its list only. */
export function partIn(search: URLSearchParams): Record<string, string> {
  const named = territoryLevels.find(({ field }) => search.get(field))
  return named ? { [named.field]: search.get(named.field)! } : {}
}

export const partOf = (place: Territory | undefined): Record<string, string> =>
  place ? { [fieldOf(place.level)]: place.code } : {}

/** Every figure leads to the list of what it counts: the planner takes these names in its address. */
export const planner = (query: Query): string => addressOf('/get', query)
export const glanceAt = (place: Territory | undefined): string => addressOf('/admin', partOf(place))
export const visits = (query: Query): string => addressOf('/visits', query)

const of = (week: WeekOfVisits, part: Query): Query => ({
  ...part,
  Status: 'visited',
  'Visited_On.from': week.from,
  'Visited_On.to': week.to,
})

/** A visit of which nothing is said was made in person. */
export const inPerson = (week: WeekOfVisits, part: Query): string =>
  visits({ ...of(week, part), Contact_Mode: ['in person', ''] })
export const byPhone = (week: WeekOfVisits, part: Query): string =>
  visits({ ...of(week, part), Contact_Mode: 'by phone' })

/** By when they were planned, in the firm's calendar. */
export function missed(week: WeekOfVisits, part: Query, { timeZone }: Glance): string {
  const after = Date.parse(instantAt(addDays(week.to, 1), '00:00', timeZone))
  return visits({
    ...part,
    Status: 'missed',
    'Planned_At.from': instantAt(week.from, '00:00', timeZone),
    'Planned_At.to': new Date(after - 1).toISOString(),
  })
}
