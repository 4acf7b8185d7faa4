import * as z from 'zod/mini'
import { notAnObject } from '../../problem.ts'
import { maxStops } from '../../visits/day-route.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { allOf } from '../parameters.ts'
import { count, dateTime, described, text } from '../values.ts'
import { employeeMeaning } from './calendar.ts'
import {
  balance,
  cityNames,
  customerNames,
  date,
  dayParameter,
  firmClock,
  textOrNull,
  visitVersion,
} from './visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

/** A stop of a day route. */
const stop = z.strictObject({
  position: described(count, 'From 1, in driving order'),
  ...visitVersion,
  Planned_At: dateTime,
  Remarks: textOrNull,
  Assigned_To: textOrNull,
  employeeName: textOrNull,
  Customer_Code: text,
  ...customerNames,
  Customer_Phone: text,
  Street: text,
  City_Code: text,
  ...cityNames,
  Pin_Code: text,
  Place: described(
    z.nullable(z.strictObject({ at: text, of: z.enum(['customer', 'city']) })),
    'The coordinates of the customer or, if unknown, of the city',
  ),
  Balance: z.nullable(balance),
  reasons: described(z.array(text), 'The reasons for the visit, as text'),
  overdueReasons: described(z.array(text), 'Those of the reasons that are an overdue visit or payment'),
})

const kilometres = z.nullable(z.number())

const dayRoute = z.strictObject({
  day: date,
  stops: z.array(stop),
  isByHand: described(
    z.boolean(),
    'The order was set manually; otherwise it is the shortest route of each person',
  ),
  kilometres: described(kilometres, 'The length in this order, of all people together'),
  kilometresByTime: described(kilometres, 'The length by appointment time'),
  off: described(textOrNull, 'Why the day is off; null on a working day'),
  isCut: described(z.boolean(), `There are more than ${maxStops} stops`),
  tiles: described(textOrNull, 'The URL of the map tiles; null: the route is drawn without a map'),
  ...firmClock,
})
const answered = 'The day route; straight-line lengths in kilometres, null while too few locations are known'

const noEmployee = (): string => t('employee should be an employee number, mine or all')

const dayAndEmployee = {
  day: described(dayParameter('day', '2026-11-16'), 'The day, like 2026-11-16'),
  employee: described(
    z._default(
      z.string({ error: noEmployee }).check(z.trim(), z.minLength(1, { error: noEmployee })),
      'mine',
    ),
    employeeMeaning,
  ),
}

export const readDayRoute = endpoint('GET', '/api/v1/day-routes', {
  may: ['read', 'visit'],
  tag,
  summary: 'The day route: the plans of a day in driving order, each with its reasons',
  query: z.object(dayAndEmployee),
  answer: dayRoute,
  answered,
  problems: [422],
})

/** Also the sentence for one visit given by two of its names. */
export const repeatedVisit = (): string => t('Visit_IDs should name each visit once')

const visitIds = allOf(z.array(text), () =>
  t('Visit_IDs should be a list of visits, each once; an empty list resets to the shortest route'),
).check(
  z.maxLength(maxStops, {
    error: () => t('A day route has at most {max} stops', { max: maxStops }),
    abort: true,
  }),
  z.refine((ids) => new Set(ids).size === ids.length, { error: repeatedVisit }),
)

export const orderStops = endpoint('PUT', '/api/v1/day-routes/order', {
  may: ['create', 'visit'],
  tag,
  summary: 'Set a manual order of the stops of a day; an empty list resets to the shortest route',
  body: z.object(
    { ...dayAndEmployee, Visit_IDs: visitIds },
    { error: () => notAnObject(t('The order of a day route')).message },
  ),
  answer: dayRoute,
  answered,
  problems: [409, 422],
})

export type DayRoute = AnswerOf<typeof readDayRoute>
export type Stop = z.infer<typeof stop>
export type OrderRequest = BodyOf<typeof orderStops>
