import { parseGeoPoint } from '#domain/catalogue/kinds/place.ts'
import { usualName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { mapLinksTo, type MapLinks } from '#domain/map-links.ts'
import { dayIn, wallClock } from '#domain/dates/moments.ts'
import type { CustomerPage, TimelineVisit } from '#domain/api/visits/customer-page.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { dueStateOf } from '#domain/visits/schedule.ts'
import { isUnrecorded } from '#domain/reminders/unrecorded.ts'
import { t } from '#domain/messages/t.ts'

export interface Badge {
  tone: '' | 'active' | 'overdue' | 'today' | 'planned'
  label: string
}

/** When the next visit is due; overdue days as the planner counts them. */
export function formatDue({ plan, today }: CustomerPage): Badge {
  const state = dueStateOf(plan.Last_Visited, plan.Recommended_Date, today)
  const badges: Record<typeof state, Badge> = {
    never: { tone: 'today', label: t('never visited, due today') },
    overdue: {
      tone: 'overdue',
      label: t('visit overdue by {days, plural, one {# day} other {# days}}', {
        days: plan.Days_Since_Visit_Pending,
      }),
    },
    today: { tone: 'today', label: t('visit due today') },
    later: {
      tone: '',
      label: t('next visit due on {date}', { date: formatDate(plan.Recommended_Date) }),
    },
  }
  return badges[state]
}

export const formatMoment = (at: string, { timeZone }: FirmClock): string => {
  const { day, time } = wallClock(new Date(at), timeZone)
  return `${formatDate(day)} ${time.slice(0, 5)}`
}

/** Day of the visit, or its planned time. */
export function formatVisitDate(visit: TimelineVisit, clock: FirmClock): string {
  if (visit.Visited_On) return formatDate(visit.Visited_On)
  return formatMoment(visit.Planned_At ?? visit.createdAt, clock)
}

const statusTones: Record<string, Badge['tone']> = {
  visited: 'active',
  planned: 'planned',
  missed: 'overdue',
}

export function badgesOf(visit: TimelineVisit, clock: FirmClock): Badge[] {
  const { Status: status, Recorded_At: recorded, Visited_On: day } = visit
  const isVisited = status === 'visited'
  const isByPhone = visit.Contact_Mode === 'by phone'
  const badges: Badge[] = [
    { tone: statusTones[status] ?? '', label: isVisited && isByPhone ? t('by phone') : t(status) },
  ]
  if (isUnrecorded(visit, clock)) badges.push({ tone: 'overdue', label: t('not recorded') })
  if (isVisited && visit.Planned_At === null) badges.push({ tone: '', label: t('unplanned') })
  if (visit.Days_Late) {
    badges.push({
      tone: 'overdue',
      label: t('recorded {days, plural, one {# day} other {# days}} late', { days: visit.Days_Late }),
    })
  } else if (isVisited && recorded && day && dayIn(new Date(recorded), clock.timeZone) > day)
    badges.push({ tone: '', label: t('backdated') })
  return badges
}

export interface VisitWithResults {
  visit: TimelineVisit
  /** Result of the crop advice, recorded at the next visit. */
  crops: string | null
  materials: string | null
}

/** Adds the results of each visit's advice, which the next visit records; newest first. */
export function withResults(visits: readonly TimelineVisit[]): VisitWithResults[] {
  let next: TimelineVisit | undefined
  return visits.map((visit) => {
    const withResult = {
      visit,
      crops: next?.Last_Crop_Result ?? null,
      materials: next?.Last_Material_Result ?? null,
    }
    if (visit.Status === 'visited') next = visit
    return withResult
  })
}

export function mapLinks({ customer, names, place }: CustomerPage): MapLinks {
  const { City_Code = '', State_Code = '', Country_Code = '' } = names
  const addressParts = [
    customer.Street,
    usualName(City_Code),
    customer.Pin_Code,
    usualName(State_Code),
    usualName(Country_Code),
  ]
  return mapLinksTo(place?.Place ?? null, addressParts.filter(Boolean).join(', '))
}

export const pointLink = (text: string): string | undefined => {
  const point = parseGeoPoint(text)
  return (
    point &&
    `https://www.openstreetmap.org/?mlat=${point.latitude}&mlon=${point.longitude}#map=17/${point.latitude}/${point.longitude}`
  )
}
