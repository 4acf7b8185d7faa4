import * as z from 'zod/mini'
import { weekdays } from '../../visits/working-days.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { described, parameters, text } from '../values.ts'
import { date, dateOrNull, dayParameter, firmClock, listParameter } from './visit-values.ts'
import { t } from '../../messages/t.ts'

const maxCodes = 200

const codes = (name: string, holidaysOf: string) =>
  described(
    listParameter(
      z.array(text).check(
        z.maxLength(maxCodes, {
          error: () =>
            t('{parameter} should not be given more than {max} times', { parameter: name, max: maxCodes }),
        }),
      ),
    ),
    `Includes the holidays of ${holidaysOf}; can be repeated`,
  )

export const listWorkingDays = endpoint('GET', '/api/v1/working-days', {
  may: ['read', 'holiday'],
  tag: 'Visits',
  summary: 'Days off and their reasons',
  query: parameters({
    from: described(z.optional(dayParameter('from', '2026-12-31')), 'The first day; default: today'),
    to: described(z.optional(dayParameter('to', '2026-12-31')), 'The last day; default: one month later'),
    State_Code: codes('State_Code', 'this state'),
    Customer_Code: codes('Customer_Code', 'this customer’s state'),
  }),
  answer: z.strictObject({
    weeklyOffs: z.array(z.enum(weekdays)),
    offDays: z.array(z.strictObject({ day: date, reason: text })),
    nextWorkingDay: described(dateOrNull, 'The first working day after today'),
    ...firmClock,
  }),
  answered: 'Days off; nextWorkingDay is the first working day after today',
  problems: [422],
})

export type WorkingDays = AnswerOf<typeof listWorkingDays>
export type WorkingDaysQuery = QueryOf<typeof listWorkingDays>
