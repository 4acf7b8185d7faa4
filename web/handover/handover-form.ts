import { parseDay } from '#domain/dates/dates.ts'
import type { HandoverResult } from '#domain/api/visits/handovers.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import type { Problems } from '../ui/use-submit.ts'
import type { HandoverBody } from './handover-api.ts'
import { t } from '#domain/messages/t.ts'

/** A chosen employee, or explicitly none. */
export interface EmployeeChoice {
  isNone: boolean
  number: string
  name: string | null
}

export const which = ['all', 'territory', 'list'] as const
export type Which = (typeof which)[number]

/** The values of the form. */
export interface HandoverValues {
  to: EmployeeChoice
  which: Which
  /** The field of the territory level; `place` is the code. */
  level: string
  place: string
  codes: readonly string[]
  fromDay: string
  untilDay: string
  withPlans: boolean
  remarks: string
}

export const noChoice: EmployeeChoice = { isNone: false, number: '', name: null }

export const emptyForm = (today: string): HandoverValues => ({
  to: noChoice,
  which: 'all',
  level: territoryLevels[0].field,
  place: '',
  codes: [],
  fromDay: today,
  untilDay: '',
  withPlans: true,
  remarks: '',
})

export const handoverFields = [
  'From_Employee',
  'To_Employee',
  'customers',
  'From_Day',
  'Until_Day',
  'Remarks',
] as const
type HandoverField = (typeof handoverFields)[number]

/** Problems that can be found before the request. */
export function problemsOf(from: EmployeeChoice, values: HandoverValues): Problems<HandoverField> {
  const problems: Partial<Record<HandoverField, string>> = {}
  const isChosen = ({ isNone, number }: EmployeeChoice): boolean => isNone || number.trim() !== ''
  if (!isChosen(from)) problems.From_Employee = t('Choose the employee to hand over from')
  if (!isChosen(values.to)) problems.To_Employee = t('Choose the employee to hand over to')
  if (values.which === 'territory' && values.place.trim() === '')
    problems.customers = t('Choose the part of the territory')
  if (values.which === 'list' && values.codes.length === 0)
    problems.customers = t('Select at least one customer')
  for (const [field, label, day, isRequired] of [
    ['From_Day', t('From Day'), values.fromDay, true],
    ['Until_Day', t('Until Day'), values.untilDay, false],
  ] as const) {
    if (day.trim() === '' && isRequired) problems[field] = t('{label} is required', { label })
    else if (day.trim() !== '' && !parseDay(day.trim()))
      problems[field] = t('{label} should be a date like 31/12/2026', { label })
  }
  return problems
}

const numberOf = ({ isNone, number }: EmployeeChoice): string | null => (isNone ? null : number.trim())

export function bodyOf(from: EmployeeChoice, values: HandoverValues): HandoverBody {
  const { level, place, codes } = values
  const chosen = {
    all: 'all',
    territory: { [level]: place.trim() },
    list: { Customer_Codes: codes },
  } as const
  return {
    From_Employee: numberOf(from),
    To_Employee: numberOf(values.to),
    customers: chosen[values.which],
    From_Day: parseDay(values.fromDay.trim()) ?? values.fromDay,
    Until_Day: values.untilDay.trim() === '' ? null : (parseDay(values.untilDay.trim()) ?? values.untilDay),
    Plans: values.withPlans,
    Remarks: values.remarks.trim() || null,
  }
}

/** The reverse hand-over of the same customers for the same days. */
export const reverseHandover = (body: HandoverBody, { Customer_Codes }: HandoverResult): HandoverBody => ({
  ...body,
  From_Employee: body.To_Employee,
  To_Employee: body.From_Employee,
  customers: { Customer_Codes },
  Remarks: t('Given back'),
})

/** "214 customers and 41 plans" */
export function formatAmount({ customers, plans }: Pick<HandoverResult, 'customers' | 'plans'>): string {
  if (plans === 0) return t('{customers, plural, one {# customer} other {# customers}}', { customers })
  if (customers === 0) return t('{plans, plural, one {# plan} other {# plans}}', { plans })
  return t(
    '{customers, plural, one {# customer} other {# customers}} and {plans, plural, one {# plan} other {# plans}}',
    { customers, plans },
  )
}
