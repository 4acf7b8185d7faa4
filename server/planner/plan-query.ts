import type { PlanParameters } from '#domain/api/visits/plans.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { BalanceState, DueState, PlanOrder } from '#domain/visits/plans.ts'
import { ageingBuckets } from '#domain/balances/bills.ts'
import { assignedTo } from '../assignments/assigned-to.ts'
import { hasBillOf, hasPromise, isAboveLimit } from '../balances/ageing-store.ts'
import type { Context } from '../core/context.ts'
import type { Condition } from '../store/dialect.ts'
import type { Filter, Related } from '../store/query/conditions.ts'

/** The query of visit plans, besides the fields of a customer. */
export interface PlanQuery {
  order: PlanOrder
  due?: DueState
  related: readonly Related[]
  /** Further conditions on the customer. */
  conditions: readonly Condition[]
}

/** `?order=due&due=overdue&balance=owing&employee=EMP0001` */
export function toPlanQuery(ctx: Context, { order, due, balance, employee }: PlanParameters): PlanQuery {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const related = [
    ...(balance ? relatedBalances(balance) : []),
    ...(employee !== undefined ? [assignedTo(parseEmployeeParam(employee), today)] : []),
  ]
  return { order, ...(due && { due }), related, conditions: balance ? billConditions(balance, today) : [] }
}

const onePaisa = 1

function relatedBalances(state: BalanceState): Related[] {
  const relatedBalance = (field: string, isAmong: boolean): Related => {
    const filters: Filter[] = [{ field, test: 'from', values: [onePaisa] }]
    return { field: 'Customer_Code', isAmong, others: { entity: 'balance', field: 'Customer_Code', filters } }
  }
  if (state === 'overdue') return [relatedBalance('Overdue', true)]
  if (state === 'owing') return [relatedBalance('Receivable', true)]
  if (state === 'clear') return [relatedBalance('Overdue', false), relatedBalance('Receivable', false)]
  return []
}

function billConditions(state: BalanceState, today: string): Condition[] {
  if (state === 'above-limit') return [isAboveLimit]
  if (state === 'promised') return [hasPromise('open')]
  if (state === 'promise-broken') return [hasPromise('broken')]
  const bucket = ageingBuckets.find(({ name }) => name === state)
  return bucket ? [hasBillOf(bucket.name, today)] : []
}

/** `none` means customers without an owner; it is never an employee number. */
const parseEmployeeParam = (value: string): string | null => (/^none$/i.test(value) ? null : value)
