import { readPoint } from '#domain/catalogue/kinds/place.ts'
import { daysBetween, showDay } from '#domain/dates.ts'
import { dayIn, wallClock } from '#domain/moments.ts'
import type { CustomerPage, TimelineVisit } from '#domain/visits/customer-page.ts'
import type { FirmClock } from '#domain/visits/plans.ts'

export interface Badge {
  tone: '' | 'active' | 'overdue' | 'today' | 'planned'
  words: string
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** When the next visit is due, by the calendar. */
export function dueInWords({ plan, today }: CustomerPage): Badge {
  const late = daysBetween(plan.Recommended_Date, today)
  if (plan.Last_Visited === null) return { tone: 'today', words: 'never visited, due today' }
  if (late > 0) return { tone: 'overdue', words: `visit overdue by ${days(late)}` }
  return late === 0
    ? { tone: 'today', words: 'visit due today' }
    : { tone: '', words: `next visit due in ${days(-late)}` }
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
  if (
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

interface MapLinks {
  what: 'place' | 'address'
  openStreetMap: string
  google: string
}

/** Their own place where it is known, else the address: a map finds most of them. */
export function mapLinks({ customer, names, place }: CustomerPage): MapLinks {
  const point = place ? readPoint(String(place['Place'])) : undefined
  if (point) {
    const { latitude, longitude } = point
    const here = `${latitude},${longitude}`
    return {
      what: 'place',
      openStreetMap: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
      google: `https://www.google.com/maps/search/?api=1&query=${here}`,
    }
  }
  const words = [
    customer['Street'],
    names['City_Code'],
    customer['Pin_Code'],
    names['State_Code'],
    names['Country_Code'],
  ]
  const query = encodeURIComponent(words.filter(Boolean).join(', '))
  return {
    what: 'address',
    openStreetMap: `https://www.openstreetmap.org/search?query=${query}`,
    google: `https://www.google.com/maps/search/?api=1&query=${query}`,
  }
}

export const pointLink = (text: string): string | undefined => {
  const point = readPoint(text)
  return (
    point &&
    `https://www.openstreetmap.org/?mlat=${point.latitude}&mlon=${point.longitude}#map=17/${point.latitude}/${point.longitude}`
  )
}
