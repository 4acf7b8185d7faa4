import { parseDay } from '#domain/dates.ts'
import type { HandedOver } from '#domain/visits/assignment.ts'
import { territoryLevels } from '#domain/visits/glance.ts'
import type { HandoverBody } from '../api/handover.ts'

/** Somebody chosen, or nobody on purpose. */
export interface Person {
  isNobody: boolean
  number: string
  name: string | null
}

export const which = ['all', 'territory', 'list'] as const
export type Which = (typeof which)[number]

/** The form as typed. */
export interface HandoverValues {
  to: Person
  which: Which
  /** The field of the level, and the code in it. */
  level: string
  place: string
  codes: readonly string[]
  fromDay: string
  untilDay: string
  withPlans: boolean
  remarks: string
}

export const noOne: Person = { isNobody: false, number: '', name: null }

export const emptyForm = (today: string): HandoverValues => ({
  to: noOne,
  which: 'all',
  level: territoryLevels[0].field,
  place: '',
  codes: [],
  fromDay: today,
  untilDay: '',
  withPlans: true,
  remarks: '',
})

/** What a person can see is missing before the server says so. */
export function problemsOf(from: Person, values: HandoverValues): Record<string, string> {
  const problems: Record<string, string> = {}
  const isChosen = ({ isNobody, number }: Person): boolean => isNobody || number.trim() !== ''
  if (!isChosen(from)) problems['From_Employee'] = 'Choose whose customers are handed over'
  if (!isChosen(values.to)) problems['To_Employee'] = 'Choose who takes them'
  if (values.which === 'territory' && values.place.trim() === '')
    problems['customers'] = 'Choose the part of the territory'
  if (values.which === 'list' && values.codes.length === 0)
    problems['customers'] = 'Tick at least one customer'
  for (const [field, label, day, isNeeded] of [
    ['From_Day', 'From Day', values.fromDay, true],
    ['Until_Day', 'Until Day', values.untilDay, false],
  ] as const) {
    if (day.trim() === '' && isNeeded) problems[field] = `${label} is required`
    else if (day.trim() !== '' && !parseDay(day.trim()))
      problems[field] = `${label} should be a date like 31/12/2026`
  }
  return problems
}

const numberOf = ({ isNobody, number }: Person): string | null => (isNobody ? null : number.trim())

export function bodyOf(from: Person, values: HandoverValues): HandoverBody {
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

/** The same customers the other way round, for the same days. */
export const backwards = (body: HandoverBody, { Customer_Codes }: HandedOver): HandoverBody => ({
  ...body,
  From_Employee: body.To_Employee,
  To_Employee: body.From_Employee,
  customers: { Customer_Codes },
  Remarks: 'Given back',
})

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

/** "214 customers and 41 plans" */
export function amountInWords({ customers, plans }: Pick<HandedOver, 'customers' | 'plans'>): string {
  const words = [
    ...(customers > 0 || plans === 0 ? [counted(customers, 'customer', 'customers')] : []),
    ...(plans > 0 ? [counted(plans, 'plan', 'plans')] : []),
  ]
  return words.join(' and ')
}
