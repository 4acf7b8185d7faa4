import type { PlanParameters } from '#domain/api/visits/plans.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { BalanceState, DueState, PlanOrder } from '#domain/visits/plans.ts'
import { assignedTo } from '../assignments/assigned-to.ts'
import type { Context } from '../core/context.ts'
import type { Filter, Related } from '../store/query/conditions.ts'

/** The query of visit plans, besides the fields of a customer. */
export interface PlanQuery {
  order: PlanOrder
  due?: DueState
  related: readonly Related[]
}

/** `?order=due&due=overdue&balance=owing&employee=EMP0001` */
export function toPlanQuery(ctx: Context, { order, due, balance, employee }: PlanParameters): PlanQuery {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const related = [
    ...(balance ? balanceFilters(balance) : []),
    ...(employee !== undefined ? [assignedTo(parseEmployeeParam(employee), today)] : []),
  ]
  return { order, ...(due && { due }), related }
}

const onePaisa = 1

function balanceFilters(state: BalanceState): Related[] {
  const relatedBalance = (field: string, isAmong: boolean): Related => {
    const filters: Filter[] = [{ field, test: 'from', values: [onePaisa] }]
    return { field: 'Customer_Code', isAmong, others: { entity: 'balance', field: 'Customer_Code', filters } }
  }
  if (state === 'overdue') return [relatedBalance('Overdue', true)]
  if (state === 'owing') return [relatedBalance('Receivable', true)]
  return [relatedBalance('Overdue', false), relatedBalance('Receivable', false)]
}

/** `none` means customers without an owner; it is never an employee number. */
const parseEmployeeParam = (value: string): string | null => (/^none$/i.test(value) ? null : value)
