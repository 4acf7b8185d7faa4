import { system } from '#domain/access/actor.ts'
import { repeatedVisit, type OrderRequest } from '#domain/api/visits/day-routes.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { maxStops } from '#domain/visits/day-route.ts'
import { describeVisit } from '#domain/visits/lifecycle.ts'
import type { Context } from '../core/context.ts'
import { requireRight, gate } from '../core/gate.ts'
import { lockCustomers } from '../core/customer-locks.ts'
import { plannedVisits, resolveVisitOwner } from '../visits/planned-visits.ts'
import type { Visit, VisitWriter } from '../visits/visit-store.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Saves a manual order of the stops of a day; an empty one resets it to the shortest route. Visits that already have
 * their position are not changed, so repeating a request changes nothing.
 */
export async function orderStops(
  ctx: Context,
  { day, employee, Visit_IDs: visitIds }: OrderRequest,
): Promise<void> {
  requireRight(ctx, 'create', 'visit')
  const owner = await resolveVisitOwner(ctx, employee)
  const days = { from: day, to: day }
  const rows = await plannedVisits(ctx, { owner, days, statuses: ['planned'], limit: maxStops })
  const visitIdsOfDay = new Set(rows.map((row) => row.visit_id))

  // Ordering stops needs the right to plan visits but not to update them, so it runs as the system.
  const systemCtx = { ...ctx, actor: system('a round was put in order') }
  await gate(systemCtx, 'update', 'visit', ctx.actor).transaction(async (visits) => {
    const ordered = await findVisits(gate(ctx, 'read', 'visit').using(visits.tx), visitIds)
    for (const visit of ordered) {
      refuseUnlessPlanned(ctx, day, visit)
      if (!visitIdsOfDay.has(visit.Visit_ID))
        throw staleRoute(t('Visit {visit} is not on this route', { visit: visit.Visit_ID }))
    }
    const positions = new Map(ordered.map((visit, at) => [visit.id, at + 1]))
    if (positions.size < ordered.length) throw invalid([{ field: 'Visit_IDs', message: repeatedVisit() }])
    // Visits planned meanwhile were not on the screen: they get no position, and come last.
    const others = await findVisits(
      visits,
      [...visitIdsOfDay].filter((id) => !ordered.some((visit) => visit.Visit_ID === id)),
    )
    const positionOf = ({ id }: Visit): number | null => positions.get(id) ?? null
    const moved = [...ordered, ...others].filter((visit) => visit.Stop_Order !== positionOf(visit))
    const codes = moved.flatMap((visit) => visit.Customer_Code ?? [])
    await lockCustomers(ctx, visits.tx, codes)
    for (const { id } of moved.toSorted(byId)) {
      const visit = await visits.lock(id)
      refuseUnlessPlanned(ctx, day, visit)
      await visits.update(visit, { ...visit, Stop_Order: positionOf(visit) })
    }
  })
}

/** Finds visits by id or code, in any letter case. */
async function findVisits(visits: VisitWriter, ids: readonly string[]): Promise<Visit[]> {
  const found: Visit[] = []
  for (const id of ids) found.push((await visits.find(id)) ?? refuseMissing(id))
  return found
}

function refuseMissing(id: string): never {
  throw staleRoute(t('There is no visit {visit}', { visit: id }))
}

const byId = (one: Visit, other: Visit): number => (one.id < other.id ? -1 : 1)

function refuseUnlessPlanned(ctx: Context, day: string, visit: Visit | undefined): asserts visit is Visit {
  if (!visit) throw staleRoute(t('A visit was deleted meanwhile'))
  if (visit.Status !== 'planned') throw staleRoute(describeVisit(visit))
  const planned = dayIn(new Date(visit.Planned_At!), ctx.config.timeZone)
  if (planned !== day)
    throw staleRoute(t('Visit {visit} is planned for another day', { visit: visit.Visit_ID }))
}

const staleRoute = (sentence: string): Error =>
  conflict(t('{sentence}. Nothing was changed: reload the route', { sentence }))
