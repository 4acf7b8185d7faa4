import { can } from '#domain/access/policy.ts'
import { dayIn, instantAt } from '#domain/dates/moments.ts'
import { addDays } from '#domain/dates/dates.ts'
import type { EscalationFacts } from '#domain/reminders/notification-text.ts'
import { workingDaysSince } from '#domain/reminders/working-days-since.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import type { Context } from '../core/context.ts'
import { inLanguage } from '../core/language.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import type { Tx } from '../store/dialect.ts'
import { readManagers } from './managers.ts'
import { insertNotification } from './notification-store.ts'
import type { DaysOff, Person } from './people.ts'

/** A plan without a result that a manager has not been informed of. */
interface LatePlan {
  id: string
  plannedAt: string
  level: number
  employee: string
  employeeName: string
}

interface Escalation {
  day: string
  people: readonly Person[]
  daysOff: DaysOff
  /** Whether the person may be informed now. */
  isAtWork: (person: Person) => boolean
}

const shownItems = 5
const shownPeople = 10

/**
 * Lists plans without a result to the reporting managers: after some working days to the nearest one with an account, after twice as
 * many to the next above. Each plan is listed to each of them once.
 */
export async function escalate(ctx: Context, escalation: Escalation): Promise<void> {
  const { escalateAfter } = ctx.config.reminders
  if (escalateAfter === 0) return
  const { day, people, isAtWork } = escalation
  const managersOf = await readManagers(ctx.store.read, people)
  const byManager = new Map<Person, LatePlan[]>()
  for (const plan of await latePlans(ctx, escalation, escalateAfter)) {
    const manager = managersOf(plan.employee)[plan.level - 1]
    if (!manager || !isAtWork(manager)) continue
    const own = byManager.get(manager)
    if (own) own.push(plan)
    else byManager.set(manager, [plan])
  }
  for (const [manager, plans] of byManager) await inform(ctx, manager, plans, day)
}

/** One for each level that is due and was not listed yet. */
async function latePlans(
  ctx: Context,
  { day, people, daysOff }: Escalation,
  escalateAfter: number,
): Promise<LatePlan[]> {
  const { timeZone } = ctx.config
  const rows = await ctx.store.read
    .selectFrom('visit')
    .leftJoin('employee', 'employee.employee_number', 'visit.assigned_to')
    .select((each) => [
      'visit.id',
      'visit.planned_at',
      'visit.planned_by',
      'employee.employee_number',
      'employee.name',
      'employee.state_code',
      each
        .selectFrom('escalation')
        // 1, 2, or 3 for both.
        .select((own) => own.fn.sum<number | string | null>('level').as('levels'))
        .whereRef('escalation.visit_id', '=', 'visit.id')
        .whereRef('escalation.planned_at', '=', 'visit.planned_at')
        .as('levels'),
    ])
    .where('visit.status', '=', 'planned')
    .where('visit.planned_at', '<', instantAt(addDays(day, -escalateAfter), '00:00', timeZone))
    .orderBy('visit.planned_at')
    .execute()
  const byAccount = new Map(people.map((person) => [person.actor.id, person]))
  return rows.flatMap((row) => {
    const owner = ownerOf(row, byAccount.get(row.planned_by ?? ''))
    if (!owner) return []
    const plannedAt = row.planned_at!
    const planned = dayIn(new Date(plannedAt), timeZone)
    const days = workingDaysSince(planned, day, daysOff(owner), 2 * escalateAfter)
    const listed = Number(row.levels ?? 0)
    return [1, 2]
      .filter((level) => (listed & level) === 0 && days >= level * escalateAfter)
      .map((level) => ({
        id: row.id,
        plannedAt,
        level,
        employee: owner.number,
        employeeName: owner.name,
      }))
  })
}

interface Owner {
  number: string
  name: string
  state: string
}

/** The employee of a plan; a plan for no employee belongs to the account that made it. */
function ownerOf(
  row: { employee_number: string | null; name: string | null; state_code: string | null },
  planner: Person | undefined,
): Owner | undefined {
  if (row.employee_number !== null)
    return { number: row.employee_number, name: row.name ?? '', state: row.state_code ?? '' }
  return planner?.employee ? { ...planner.employee, name: planner.actor.name } : undefined
}

const rowsPerInsert = 200

/** In one transaction: what another instance has listed meanwhile is left out. */
async function inform(ctx: Context, manager: Person, plans: readonly LatePlan[], day: string): Promise<void> {
  const asManager = { ...ctx, actor: manager.actor }
  await ctx.store.transaction(async (tx) => {
    const claimed: LatePlan[] = []
    for (let at = 0; at < plans.length; at += rowsPerInsert)
      claimed.push(...(await claim(tx, manager, plans.slice(at, at + rowsPerInsert), ctx.now())))
    if (claimed.length === 0) return
    const facts = await factsOf(asManager, tx, claimed, day)
    const { email, push } = manager.settings
    const [first] = claimed
    await insertNotification(
      tx,
      {
        account: manager.actor.id,
        about: ['escalation', day, first!.id, first!.level].join(':'),
        facts,
        isMailed: email && ctx.mailer !== undefined,
        isPushed: push,
      },
      ctx.now(),
    )
  })
}

async function claim(tx: Tx, { actor }: Person, plans: readonly LatePlan[], now: Date): Promise<LatePlan[]> {
  const inserted = await tx
    .insertInto('escalation')
    .values(
      plans.map(({ id, plannedAt, level }) => ({
        visit_id: id,
        planned_at: plannedAt,
        level,
        account_id: actor.id,
        created_at: now.toISOString(),
      })),
    )
    .onConflict((taken) => taken.columns(['visit_id', 'planned_at', 'level']).doNothing())
    .returning(['visit_id', 'level'])
    .execute()
  const keys = new Set(inserted.map((row) => `${row.visit_id} ${row.level}`))
  return plans.filter(({ id, level }) => keys.has(`${id} ${level}`))
}

/** Names of customers only as far as the manager sees them. */
async function factsOf(
  ctx: Context & { actor: Person['actor'] },
  tx: Tx,
  plans: readonly LatePlan[],
  day: string,
): Promise<EscalationFacts> {
  const { timeZone } = ctx.config
  const scope = territoryFilter(ctx, 'customer', 'customer')
  const maySee = ['visit', 'customer'].every((subject) => can(ctx.actor, 'read', subject).allowed)
  const shown = maySee ? plans.slice(0, shownItems) : []
  const visible = tx
    .selectFrom('visit')
    .innerJoin('customer', 'customer.customer_code', 'visit.customer_code')
    .select(['visit.id', 'customer.customer_name', 'customer.local_name'])
    .where(
      'visit.id',
      'in',
      shown.map(({ id }) => id),
    )
    .$if(scope !== undefined, (visits) => visits.where(scope!.test()))
  const rows = shown.length === 0 ? [] : await visible.execute()
  const nameOf = new Map(
    inLanguage(ctx.actor.language, () =>
      rows.map((row) => [row.id, shownName(row.customer_name, row.local_name)] as const),
    ),
  )
  const byEmployee = Map.groupBy(plans, ({ employee }) => employee)
  return {
    kind: 'escalation',
    day,
    count: plans.length,
    before: new Date(Date.parse(instantAt(day, '00:00', timeZone)) - 1).toISOString(),
    people: [...byEmployee]
      .map(([employee, own]) => ({ employee, name: own[0]!.employeeName, count: own.length }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, shownPeople),
    items: shown.flatMap(({ id, plannedAt, employeeName }) => {
      const name = nameOf.get(id)
      return name === undefined
        ? []
        : [{ name, person: employeeName, day: dayIn(new Date(plannedAt), timeZone) }]
    }),
  }
}
