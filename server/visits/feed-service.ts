import { randomBytes } from 'node:crypto'
import { can } from '#domain/access/policy.ts'
import { addDays } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { notFound, notSignedIn } from '#domain/problem.ts'
import { writeCalendar, type CalendarEvent } from '#domain/visits/ics.ts'
import { addressAllowance, countAttempt } from '../attempts.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Row } from '../store/dialect.ts'
import { feedMadeAt, forgetFeed, keepFeed, ownerOfFeed } from './feed-store.ts'
import { madeVisits, plannedVisits, whoseVisits } from './planned-visits.ts'

function ownId(ctx: Context): string {
  if (ctx.actor.kind !== 'account') throw notSignedIn()
  return ctx.actor.id
}

export async function feedState(ctx: Context): Promise<{ createdAt: string | null }> {
  demand(ctx, 'read', 'ownProfile')
  return { createdAt: await feedMadeAt(ctx.store.read, ownId(ctx)) }
}

/** The secret is told once; only its hash stays here. */
export async function makeFeed(ctx: Context): Promise<{ secret: string; createdAt: string }> {
  demand(ctx, 'update', 'ownProfile')
  const secret = randomBytes(32).toString('base64url')
  const createdAt = ctx.now().toISOString()
  await ctx.store.transaction(async (tx) => {
    await keepFeed(tx, ownId(ctx), secret, createdAt)
    noteEvent(tx, ctx, { action: 'calendar made', entity: 'account', record: ownId(ctx) })
  })
  return { secret, createdAt }
}

export async function switchFeedOff(ctx: Context): Promise<void> {
  demand(ctx, 'delete', 'ownProfile')
  await ctx.store.transaction(async (tx) => {
    await forgetFeed(tx, ownId(ctx))
    noteEvent(tx, ctx, { action: 'calendar ended', entity: 'account', record: ownId(ctx) })
  })
}

const daysBack = 30
const daysOn = 365
const mostEvents = 2000

/** The calendar behind a secret address, as its owner may see it now; a stranger's guess costs more each time. */
export async function readFeed(ctx: Context, file: string, site: string): Promise<string> {
  demand(ctx, 'read', 'calendarFeed')
  const secret = /^([\w-]{43})\.ics$/i.exec(file)?.[1]
  const owner = secret === undefined ? undefined : await ownerOfFeed(ctx.store.read, secret)
  if (!owner || owner.status !== 'active' || !can(owner, 'read', 'visit').allowed) {
    // A good address is never slowed down: a calendar service asks for those of many from one place.
    await countAttempt(ctx, ['calendar feed', ctx.address], addressAllowance)
    throw notFound('There is no calendar at this address. Make a new one under My account')
  }
  const asOwner: Context = { ...ctx, actor: owner }
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const query = {
    whose: await whoseVisits(asOwner, 'mine'),
    days: { from: addDays(today, -daysBack), to: addDays(today, daysOn) },
    limit: mostEvents,
  }
  const [planned, made] = await Promise.all([
    plannedVisits(asOwner, { ...query, statuses: ['planned', 'missed', 'cancelled'] }),
    madeVisits(asOwner, query),
  ])
  const wasPlanned = made.filter((row) => row['planned_at'] !== null)
  const events = [...planned, ...wasPlanned].map((row) => eventOf(row, site, ctx.config.timeZone))
  return writeCalendar(`AgriDesk visits: ${owner.name}`, events)
}

function eventOf(row: Row, site: string, timeZone: string): CalendarEvent {
  const text = (column: string): string => String(row[column] ?? '')
  const status = text('status')
  const [plannedAt, madeOn] = [text('planned_at'), text('visited_on')]
  const isElsewhen = status === 'visited' && dayIn(new Date(plannedAt), timeZone) !== madeOn
  return {
    id: text('id'),
    version: Number(row['version']),
    changedAt: text('updated_at'),
    startsAt: isElsewhen ? madeOn : plannedAt,
    isCancelled: status === 'missed' || status === 'cancelled',
    summary: `Visit ${text('customer_name')}`,
    location: [text('street'), text('city_name'), text('pin_code')].filter(Boolean).join(', '),
    description: text('remarks'),
    url: `${site}/customers/${encodeURIComponent(text('customer_code').toWellFormed())}`,
  }
}
