import { addDays } from '#domain/dates/dates.ts'
import { assignedTo } from '../assignments/assigned-to.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import type { Filter } from '../store/query/conditions.ts'
import { dayNumber } from '../visits/visit-store.ts'

/** As the planner counts them: a customer who was never visited is due today. `employee`: only its customers. */
export async function dueCustomers(
  ctx: Context,
  today: string,
  employee: string | null,
): Promise<{ week: number; overdue: number }> {
  const related = employee === null ? [] : [assignedTo(employee, today)]
  const countDue = async (filters: readonly Filter[]): Promise<number> => {
    const { count } = await gate(ctx, 'read', 'customer').totals({ filters, related }, [])
    return count
  }
  return {
    week: await countDue([
      { field: 'Due_Day', test: 'from', values: [dayNumber(today), null] },
      { field: 'Due_Day', test: 'to', values: [dayNumber(addDays(today, 6)), null] },
    ]),
    overdue: await countDue([{ field: 'Due_Day', test: 'to', values: [dayNumber(addDays(today, -1))] }]),
  }
}
