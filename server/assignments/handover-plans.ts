import type { OwnedCustomers, PlanMove } from '#domain/api/visits/handovers.ts'
import { entityNamed, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { describeVisit } from '#domain/visits/lifecycle.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { referenceNames } from '../records/reference-names.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { findEmployee } from './handover-request.ts'
import { assignPlans } from './handover-service.ts'
import { lockCustomers } from '../core/customer-locks.ts'
import { assignedTo } from './assigned-to.ts'
import { t } from '#domain/messages/t.ts'

/** Assigns open plans to an employee; null: to the account that planned them. */
export async function reassignPlans(ctx: Context, input: PlanMove): Promise<Answer<{ plans: number }>> {
  const visits = gate(ctx, 'update', 'visit')
  const problems: FieldProblem[] = []
  const to = await findEmployee(ctx, input, 'To_Employee', problems)
  if (to === undefined) throw invalid(problems)
  return once(ctx, ['plans', input], (saveAnswer) =>
    visits.transaction(async (writer) => {
      const visitIds = [...new Set(input.Visit_IDs.map((id) => id.trim()))].toSorted()
      const visible = await Promise.all(visitIds.map((id) => writer.find(id)))
      const codes = visible.flatMap((visit) => visit?.Customer_Code ?? [])
      await lockCustomers(ctx, writer.tx, [...new Set(codes)])
      const plans: RecordNamed<'visit'>[] = []
      for (const id of visitIds) {
        const plan = await writer.lock(id)
        if (!plan)
          throw invalid([{ field: 'Visit_IDs', message: t('There is no visit {visit}', { visit: id }) }])
        if (plan.Status !== 'planned')
          throw invalid([
            {
              field: 'Visit_IDs',
              message: t('{sentence}: it cannot be reassigned', { sentence: describeVisit(plan) }),
            },
          ])
        if (plan.Assigned_To !== to) plans.push(plan)
      }
      await assignPlans(ctx, writer, plans, to)
      return saveAnswer(writer.tx, { status: 200, body: { plans: plans.length } })
    }),
  )
}

const pageSize = 50

/** The customers an employee owns on that day (null: those without an owner), by name. */
export async function listOwnedCustomers(
  ctx: Context,
  { employee, day, search, after }: { employee: string | null; day: string; search?: string; after?: string },
): Promise<OwnedCustomers> {
  gate(ctx, 'read', 'assignment')
  const page = await gate(ctx, 'read', 'customer').list({
    filters: [],
    related: [assignedTo(employee, day)],
    sort: { field: 'Customer_Name', descending: false },
    limit: pageSize,
    total: false,
    ...(search && { search }),
    ...(after && { after }),
  })
  const cities = page.items.map(({ City_Code }) => ({ City_Code }))
  return { ...page, names: await referenceNames(ctx, entityNamed('customer'), cities) }
}
