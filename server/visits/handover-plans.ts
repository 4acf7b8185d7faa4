import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { visitInWords } from '#domain/visits/lifecycle.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import type { Page } from '../store/record-list.ts'
import { asFields, readEmployee } from './handover-request.ts'
import { assign } from './handover-service.ts'
import { lockCustomers } from './customer-locks.ts'
import { lookedAfter } from './plan-query.ts'

const mostPlans = 500

/** Gives single open plans to somebody; null: back to whoever planned them. */
export async function reassignPlans(ctx: Context, input: unknown): Promise<Answer<{ plans: number }>> {
  const visits = gate(ctx, 'update', 'visit')
  const given = asFields(input, 'Moving plans')
  const problems: FieldProblem[] = Object.keys(given)
    .filter((name) => !['Visit_IDs', 'To_Employee'].includes(name))
    .map((field) => ({ field, message: `${field} is not a field of moving plans` }))
  const to = await readEmployee(ctx, given, 'To_Employee', problems)
  if (to === undefined && problems.length === 0)
    problems.push({ field: 'To_Employee', message: 'To Employee is required (null: nobody)' })
  const ids = given['Visit_IDs']
  const isList = Array.isArray(ids) && ids.every((id) => typeof id === 'string')
  if (!isList || ids.length === 0 || ids.length > mostPlans)
    problems.push({ field: 'Visit_IDs', message: `Visit IDs should be a list of 1 to ${mostPlans} visits` })
  if (problems.length > 0) throw invalid(problems)
  return once(ctx, ['plans', input], (keep) =>
    visits.transaction(async (writer) => {
      const named = [...new Set((ids as string[]).map((id) => id.trim()))].toSorted()
      const seen = await Promise.all(named.map((id) => writer.find(id)))
      const codes = seen.flatMap((visit) => (visit?.['Customer_Code'] as string | null) ?? [])
      await lockCustomers(ctx, writer.tx, [...new Set(codes)])
      const plans: StoredRecord[] = []
      for (const id of named) {
        const plan = await writer.lock(id)
        if (!plan) throw invalid([{ field: 'Visit_IDs', message: `There is no visit ${id}` }])
        if (plan['Status'] !== 'planned')
          throw invalid([
            { field: 'Visit_IDs', message: `${visitInWords(plan)}: it cannot be given to anybody` },
          ])
        if (plan['Assigned_To'] !== to) plans.push(plan)
      }
      await assign(ctx, writer, plans, to!)
      return keep(writer.tx, { status: 200, body: { plans: plans.length } })
    }),
  )
}

const atOnce = 50

/** Whom an employee (null: nobody) looks after on that day, by name: to choose from. */
export async function customersToChoose(
  ctx: Context,
  { employee, day, search, after }: { employee: string | null; day: string; search?: string; after?: string },
): Promise<Page> {
  gate(ctx, 'read', 'assignment')
  return gate(ctx, 'read', 'customer').list({
    filters: [],
    related: [lookedAfter(employee, day)],
    sort: { field: 'Customer_Name', descending: false },
    limit: atOnce,
    total: false,
    ...(search && { search }),
    ...(after && { after }),
  })
}
