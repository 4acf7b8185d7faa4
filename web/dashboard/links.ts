import type { Dashboard, Territory, WeekOfVisits } from '#domain/api/visits/dashboard.ts'
import { territoryLevels, type TerritoryLevel } from '#domain/visits/dashboard.ts'
import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'

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

/** Territory filter of the URL; a city has no page of its own. */
export function territoryIn(search: URLSearchParams): Record<string, string> {
  const named = territoryLevels.find(({ field }) => search.get(field))
  return named ? { [named.field]: search.get(named.field)! } : {}
}

export const territoryFilter = (place: Territory | undefined): Record<string, string> =>
  place ? { [fieldOf(place.level)]: place.code } : {}

/** Every figure links to the list it counts; the planner accepts these names in its URL. */
export const plannerLink = (query: Query): string => addressOf('/get', query)
export const dashboardLink = (place: Territory | undefined): string =>
  addressOf('/admin', territoryFilter(place))
export const visitsLink = (query: Query): string => addressOf('/visits', query)

const visitedInWeek = (week: WeekOfVisits, part: Query): Query => ({
  ...part,
  Status: 'visited',
  'Visited_On.from': week.from,
  'Visited_On.to': week.to,
})

/** Visits without a contact mode count as in person. */
export const inPersonLink = (week: WeekOfVisits, part: Query): string =>
  visitsLink({ ...visitedInWeek(week, part), Contact_Mode: ['in person', ''] })
export const byPhoneLink = (week: WeekOfVisits, part: Query): string =>
  visitsLink({ ...visitedInWeek(week, part), Contact_Mode: 'by phone' })

/** Filtered by planned day in the firm's time zone. */
export function missedLink(week: WeekOfVisits, part: Query, { timeZone }: Dashboard): string {
  const after = Date.parse(instantAt(addDays(week.to, 1), '00:00', timeZone))
  return visitsLink({
    ...part,
    Status: 'missed',
    'Planned_At.from': instantAt(week.from, '00:00', timeZone),
    'Planned_At.to': new Date(after - 1).toISOString(),
  })
}
