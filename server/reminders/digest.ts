import { territoryOf } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { dayIn, wallClock } from '#domain/dates/moments.ts'
import type { DigestFacts } from '#domain/reminders/notification-text.ts'
import type { Context } from '../core/context.ts'
import { waitForToday } from '../core/territory-filter.ts'
import { listProposals } from '../field/proposals/proposal-service.ts'
import { plannedVisits, resolveVisitOwner } from '../visits/planned-visits.ts'
import { dueCustomers } from './due-customers.ts'
import { unrecordedVisits } from './unrecorded-visits.ts'

const shownItems = 3
const maxPlans = 500

const may = ({ actor }: Context, action: 'read' | 'create' | 'update', ...subjects: string[]): boolean =>
  subjects.every((subject) => can(actor, action, subject).allowed)

/** The digest of the account in the context; undefined if it has nothing to do. */
export async function digestOf(
  ctx: Context,
  employee: string | null,
  day: string,
): Promise<DigestFacts | undefined> {
  await waitForToday(ctx)
  const visits =
    may(ctx, 'create', 'visit') &&
    may(ctx, 'read', 'visit', 'customer', 'city', 'employee', 'assignment') &&
    (employee !== null || territoryOf(ctx.actor) !== undefined)
      ? await visitFacts(ctx, employee, day)
      : noVisits
  const proposals = may(ctx, 'update', 'customer')
    ? (await listProposals(ctx, { state: 'open', limit: 1 })).open
    : 0
  const { plans, unrecorded, due } = visits
  if (plans.count + unrecorded.count + due + proposals === 0) return undefined
  return { kind: 'digest', day, ...visits, proposals }
}

type VisitFacts = Pick<DigestFacts, 'plans' | 'unrecorded' | 'due'>

const noVisits: VisitFacts = { plans: { count: 0, first: null }, unrecorded: { count: 0, items: [] }, due: 0 }

async function visitFacts(ctx: Context, employee: string | null, day: string): Promise<VisitFacts> {
  const { timeZone } = ctx.config
  const owner = await resolveVisitOwner(ctx, 'mine')
  const days = { from: day, to: day }
  const plans = await plannedVisits(ctx, { owner, days, statuses: ['planned'], limit: maxPlans })
  const unrecorded = await unrecordedVisits(ctx, owner, shownItems)
  // An account that sees the whole firm counts the customers of its employee.
  const { week } = await dueCustomers(ctx, day, territoryOf(ctx.actor) ? null : employee)
  const [first] = plans
  return {
    plans: {
      count: plans.length,
      first: first
        ? {
            name: customerName({ Customer_Name: first.customer_name, Local_Name: first.local_name }),
            time: wallClock(new Date(first.planned_at!), timeZone).time.slice(0, 5),
          }
        : null,
    },
    unrecorded: {
      count: unrecorded.count,
      items: unrecorded.items.map((visit) => ({
        name: customerName(visit),
        day: dayIn(new Date(visit.Planned_At), timeZone),
      })),
    },
    due: week,
  }
}
