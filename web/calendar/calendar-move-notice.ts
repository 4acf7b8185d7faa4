import { formatDate } from '#domain/dates/dates.ts'
import type { Calendar, OffDay } from '#domain/api/visits/calendar.ts'
import { describeDayOff } from '#domain/visits/calendar.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'
import type { Notice } from '../ui/notices.tsx'
import { loadCalendar } from './calendar-api.ts'
import { offSentence, type CalendarEntry } from './calendar-format.ts'

interface Move {
  item: CalendarEntry
  day: string
  time: string
  calendar: Pick<Calendar, 'off' | 'today'>
  /** The days whose days off are loaded. */
  shown: readonly string[]
  undo: () => void
}

/** What is said after a plan was moved: loaded then, because the first view does not need it. */
export async function noticeOfMove({ item, day, time, calendar, shown, undo }: Move): Promise<Notice> {
  const daysOff = shown.includes(day) ? calendar.off : await loadDaysOff(day)
  const reason = describeDayOff(daysOff, day, item.State_Code)
  const warnings = [
    day < calendar.today && t('This day is in the past. It is planned anyway.'),
    reason !== undefined && t('{dayIsOff} It is planned anyway.', { dayIsOff: offSentence(reason, day) }),
  ].filter(Boolean)
  return {
    tone: 'good',
    text: t('Moved {customer} to {moment}', {
      customer: customerName(item),
      moment: `${formatDate(day)} ${time}`,
    }),
    detail: warnings.length > 0 ? warnings.join(' ') : undefined,
    action: { label: t('Undo'), run: undo },
  }
}

/** Loads the days off of a day that is not shown; a failure only drops the warning. */
const loadDaysOff = (day: string): Promise<readonly OffDay[]> =>
  loadCalendar({ from: day, to: day, employee: 'mine' }, AbortSignal.timeout(5000)).then(
    (calendar) => calendar.off,
    () => [],
  )
