import { readPoint } from '#domain/catalogue/kinds/place.ts'
import { showDay } from '#domain/dates.ts'
import { mapLinksTo, type MapLinks } from '#domain/map-links.ts'
import { dayIn, wallClock } from '#domain/moments.ts'
import type { CustomerPage, TimelineVisit } from '#domain/visits/customer-page.ts'
import type { FirmClock } from '#domain/visits/plans.ts'
import { dueStateOf } from '#domain/visits/schedule.ts'

export interface Badge {
  tone: '' | 'active' | 'overdue' | 'today' | 'planned'
  words: string
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** When the next visit is due; late ones by the number of days the planner shows. */
export function dueInWords({ plan, today }: CustomerPage): Badge {
  const state = dueStateOf(plan.Last_Visited, plan.Recommended_Date, today)
  const badges: Record<typeof state, Badge> = {
    never: { tone: 'today', words: 'never visited, due today' },
    overdue: { tone: 'overdue', words: `visit overdue by ${days(plan.Days_Since_Visit_Pending)}` },
    today: { tone: 'today', words: 'visit due today' },
    later: { tone: '', words: `next visit due on ${showDay(plan.Recommended_Date)}` },
  }
  return badges[state]
}

export const momentInWords = (at: string, { timeZone }: FirmClock): string => {
  const { day, time } = wallClock(new Date(at), timeZone)
  return `${showDay(day)} ${time.slice(0, 5)}`
}

/** When it was, or was to be. */
export function whenOf(visit: TimelineVisit, clock: FirmClock): string {
  if (visit['Visited_On']) return showDay(String(visit['Visited_On']))
  return momentInWords(String(visit['Planned_At'] ?? visit.createdAt), clock)
}

const statusTones: Record<string, Badge['tone']> = {
  visited: 'active',
  planned: 'planned',
  missed: 'overdue',
}

export function badgesOf(visit: TimelineVisit, clock: FirmClock): Badge[] {
  const status = String(visit['Status'])
  const isVisited = status === 'visited'
  const isByPhone = visit['Contact_Mode'] === 'by phone'
  const badges: Badge[] = [
    { tone: statusTones[status] ?? '', words: isVisited && isByPhone ? 'by phone' : status },
  ]
  if (isVisited && visit['Planned_At'] === null) badges.push({ tone: '', words: 'unplanned' })
  const recorded = visit['Recorded_At']
  if (visit['Days_Late']) {
    badges.push({ tone: 'overdue', words: `recorded ${days(Number(visit['Days_Late']))} late` })
  } else if (
    isVisited &&
    recorded &&
    dayIn(new Date(String(recorded)), clock.timeZone) > String(visit['Visited_On'])
  )
    badges.push({ tone: '', words: 'backdated' })
  return badges
}

export interface Advised {
  visit: TimelineVisit
  /** What the visit after it said of its advice. */
  crops: string | null
  materials: string | null
}

/** Each visit with what came of its advice: the next one that was made says so. The newest come first. */
export function withResults(visits: readonly TimelineVisit[]): Advised[] {
  let next: TimelineVisit | undefined
  return visits.map((visit) => {
    const said = (field: string): string | null => (next?.[field] as string | null | undefined) ?? null
    const advised = { visit, crops: said('Last_Crop_Result'), materials: said('Last_Material_Result') }
    if (visit['Status'] === 'visited') next = visit
    return advised
  })
}

export function mapLinks({ customer, names, place }: CustomerPage): MapLinks {
  const words = [
    customer['Street'],
    names['City_Code'],
    customer['Pin_Code'],
    names['State_Code'],
    names['Country_Code'],
  ]
  return mapLinksTo(place ? String(place['Place']) : null, words.filter(Boolean).join(', '))
}

export const pointLink = (text: string): string | undefined => {
  const point = readPoint(text)
  return (
    point &&
    `https://www.openstreetmap.org/?mlat=${point.latitude}&mlon=${point.longitude}#map=17/${point.latitude}/${point.longitude}`
  )
}
