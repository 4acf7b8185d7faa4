import { dayIn } from '#domain/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import {
  balanceStates,
  dueStates,
  planOrders,
  type BalanceState,
  type DueState,
  type PlanOrder,
} from '#domain/visits/plans.ts'
import type { Context } from '../context.ts'
import type { Filter, Related } from '../store/conditions.ts'

/** What can be asked of visit plans beside the fields of a customer. */
export interface PlanQuery {
  order: PlanOrder
  due?: DueState
  related: readonly Related[]
}

export const planWords = ['order', 'due', 'balance', 'employee'] as const

/** `?order=due&due=overdue&balance=owing&employee=EMP0001` */
export function readPlanQuery(ctx: Context, words: Partial<Record<string, unknown>>): PlanQuery {
  const problems: FieldProblem[] = []
  const oneOf = <T extends string>(field: string, choices: readonly T[]): T | undefined => {
    if (words[field] === undefined) return undefined
    const found = choices.find((choice) => choice === words[field])
    if (!found) problems.push({ field, message: `${field} should be ${listInWords(choices, 'or')}` })
    return found
  }
  const order = oneOf('order', planOrders) ?? 'due'
  const due = oneOf('due', dueStates)
  const balance = oneOf('balance', balanceStates)
  const employee = words['employee']
  if (employee !== undefined && (typeof employee !== 'string' || employee.trim() === ''))
    problems.push({ field: 'employee', message: 'employee should be one employee number, or none' })
  if (problems.length > 0) throw invalid(problems)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const related = [
    ...(balance ? owing(balance) : []),
    ...(typeof employee === 'string' ? [lookedAfter(numberIn(employee), today)] : []),
  ]
  return { order, ...(due && { due }), related }
}

const onePaisa = 1

function owing(state: BalanceState): Related[] {
  const among = (field: string, isAmong: boolean): Related => {
    const filters: Filter[] = [{ field, test: 'from', values: [onePaisa] }]
    return { field: 'Customer_Code', isAmong, others: { entity: 'balance', field: 'Customer_Code', filters } }
  }
  if (state === 'overdue') return [among('Overdue', true)]
  if (state === 'owing') return [among('Receivable', true)]
  return [among('Overdue', false), among('Receivable', false)]
}

/** The word for nobody is not a number anybody has. */
const numberIn = (word: string): string | null => (/^\s*none\s*$/i.test(word) ? null : word.trim())

/** Customers whom that employee looks after on the day; null: whom nobody does. */
export function lookedAfter(employee: string | null, day: string): Related {
  const filters: Filter[] = [
    ...(employee === null ? [] : [{ field: 'Employee_Number', test: 'is', values: [employee] } as const]),
    { field: 'From_Day', test: 'to', values: [day] },
    { field: 'Until_Day', test: 'from', values: [day, null] },
  ]
  const others = { entity: 'assignment', field: 'Customer_Code', filters }
  return { field: 'Customer_Code', isAmong: employee !== null, others }
}
