import * as z from 'zod/mini'
import { daysBetween } from '../../dates/dates.ts'
import type { FieldProblem } from '../../problem.ts'
import { maxItems } from '../../visits/calendar.ts'
import { endpoint, type AnswerOf } from '../endpoint.ts'
import { textParameter } from '../parameters.ts'
import { checkedBy, described, text } from '../values.ts'
import {
  customerNames,
  date,
  dateOrNull,
  dateTimeOrNull,
  dayParameter,
  firmClock,
  textOrNull,
  visitVersion,
} from './visit-values.ts'
import { t } from '../../messages/t.ts'

const maxDays = 62

function problemsOfRange({ from, to }: { from: string; to: string }): FieldProblem[] {
  if (to < from) return [{ field: 'to', message: t('to should be the same day as from, or a later one') }]
  return daysBetween(from, to) >= maxDays
    ? [{ field: 'to', message: t('A calendar shows {max} days at most', { max: maxDays }) }]
    : []
}

/** The meaning of the parameter in the calendar and the day route. */
export const employeeMeaning =
  'An employee number, mine or all. An employee has the visits assigned to them and the unassigned ones they planned'

/** A visit, on the day it was made or else on the day it is planned for. */
const calendarItem = z.strictObject({
  ...visitVersion,
  Status: z.enum(['planned', 'visited', 'missed', 'cancelled']),
  Planned_At: dateTimeOrNull,
  Visited_On: dateOrNull,
  Contact_Mode: textOrNull,
  Remarks: textOrNull,
  Assigned_To: textOrNull,
  employeeName: textOrNull,
  Customer_Code: text,
  ...customerNames,
  City_Code: text,
  City_Name: described(text, 'In the language of the request'),
  State_Code: text,
})

/** A day without visits: everywhere, or only in one state. */
const offDay = z.strictObject({ day: date, name: text, State_Code: textOrNull })

export const readCalendar = endpoint('GET', '/api/v1/calendar', {
  may: ['read', 'visit'],
  tag: 'Visits',
  summary: 'Visits planned for or made on some days, and the days off',
  query: z
    .object({
      from: described(dayParameter('from', '2026-11-16'), 'The first day'),
      to: described(dayParameter('to', '2026-11-16'), `The last day; ${maxDays} days at most`),
      employee: described(
        z.optional(textParameter('employee').check(z.trim())),
        `${employeeMeaning}; default: all`,
      ),
    })
    .check(checkedBy(problemsOfRange)),
  answer: z.strictObject({
    items: z.array(calendarItem),
    off: z.array(offDay),
    isCut: described(z.boolean(), `There are more than ${maxItems} visits`),
    ...firmClock,
  }),
  answered: `At most ${maxItems} visits, ordered by time; isCut is true when there are more`,
  problems: [422],
})

export type Calendar = AnswerOf<typeof readCalendar>
export type CalendarItem = z.infer<typeof calendarItem>
export type OffDay = z.infer<typeof offDay>
