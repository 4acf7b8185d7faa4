import { randomBytes } from 'node:crypto'
import type { Actor } from '#domain/access/actor.ts'
import type { FeedState } from '#domain/api/visits/calendar-feed.ts'
import { can } from '#domain/access/policy.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { notFound, unauthenticated, Problem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import { writeCalendar, type CalendarEvent } from '#domain/visits/ics.ts'
import { addressAllowance, countAttempt } from '../core/rate-limit.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { currentLanguageCode, inLanguage } from '../core/language.ts'
import { waitForToday } from '../core/territory-filter.ts'
import { inParallel } from '../base/in-parallel.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { deleteFeed, saveFeed, ownerOfFeed, stateOfFeed, type FeedKeys } from './feed-store.ts'
import {
  madeVisits,
  plannedVisits,
  resolveVisitOwner,
  type VisitWithCustomer,
} from '../visits/planned-visits.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

type AccountActor = Extract<Actor, { kind: 'account' }>

function accountOf({ actor }: Context): AccountActor {
  if (actor.kind !== 'account') throw unauthenticated()
  return actor
}

export async function feedState(ctx: Context): Promise<FeedState> {
  requireRight(ctx, 'read', 'ownProfile')
  return stateOfFeed(ctx.store.read, accountOf(ctx).id)
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Both secrets are shown once; only their hashes are stored. */
export async function makeFeed(ctx: Context): Promise<FeedKeys & { createdAt: string; name: string }> {
  requireRight(ctx, 'update', 'ownProfile')
  const { id, email } = accountOf(ctx)
  const keys: FeedKeys = { secret: newSecret(), password: newSecret() }
  const createdAt = ctx.now().toISOString()
  await ctx.store.transaction(async (tx) => {
    await saveFeed(tx, id, keys, createdAt)
    recordEvent(tx, ctx, { action: 'calendar made', entity: 'account', record: id })
  })
  return { ...keys, createdAt, name: email }
}

export async function switchFeedOff(ctx: Context): Promise<void> {
  requireRight(ctx, 'delete', 'ownProfile')
  await ctx.store.transaction(async (tx) => {
    await deleteFeed(tx, accountOf(ctx).id)
    recordEvent(tx, ctx, { action: 'calendar ended', entity: 'account', record: accountOf(ctx).id })
  })
}

const daysBack = 30
const daysAhead = 365
const maxEvents = 2000

export interface Credentials {
  name: string
  password: string
}

const secretPattern = /^[\w-]{43}$/

/** The calendar at a secret address. Such URLs end up in logs and browser histories, so it holds no personal data. */
export async function readFeedByAddress(ctx: Context, file: string, site: string): Promise<string> {
  requireRight(ctx, 'read', 'calendarFeed')
  const secret = /^(.+)\.ics$/i.exec(file)?.[1]
  const owner = await activeOwner(ctx, 'token_hash', secret)
  if (owner) return writeFor(ctx, owner, site, ctx.config.calendarDetails === 'everywhere')
  await countFailedAttempt(ctx)
  throw notFound(t('There is no calendar at this address. Create a new one under My account'))
}

/** The calendar with all details, for requests with its password. */
export async function readFeedByPassword(
  ctx: Context,
  credentials: Credentials | undefined,
  site: string,
): Promise<string> {
  requireRight(ctx, 'read', 'calendarFeed')
  // Looked up by the password alone: neither the response nor its timing reveals whether the account exists.
  const found = await activeOwner(ctx, 'password_hash', credentials?.password.trim())
  const owner = found && foldText(found.email) === foldText(credentials!.name.trim()) ? found : undefined
  if (owner) return writeFor(ctx, owner, site, true)
  // Calendar apps send each request without credentials first, so that does not count as a failed attempt.
  if (credentials) await countFailedAttempt(ctx)
  throw new Problem(401, {
    msg: t(
      'This calendar needs your e-mail address as the user name, and the password created for it under My account',
    ),
    challenge: 'Basic realm="AgriDesk calendar"',
  })
}

/** A valid secret is never rate-limited: a calendar service requests many feeds from one address. */
const countFailedAttempt = (ctx: Context): Promise<void> =>
  countAttempt(ctx, ['calendar feed', ctx.address], addressAllowance)

async function activeOwner(
  ctx: Context,
  key: Parameters<typeof ownerOfFeed>[1],
  secret: string | undefined,
): Promise<AccountActor | undefined> {
  const owner =
    secret !== undefined && secretPattern.test(secret)
      ? await ownerOfFeed(ctx.store.read, key, secret)
      : undefined
  return owner?.status === 'active' && can(owner, 'read', 'visit').allowed ? owner : undefined
}

/** In the language of the account: a calendar app sends its own, or none. */
const writeFor = (ctx: Context, owner: AccountActor, site: string, isDetailed: boolean): Promise<string> =>
  inLanguage(owner.language ?? currentLanguageCode(), () =>
    renderCalendar({ ...ctx, actor: owner }, site, isDetailed),
  )

/** The visits of the account in the context, as its current rights allow. */
async function renderCalendar(
  ctx: Context & { actor: AccountActor },
  site: string,
  isDetailed: boolean,
): Promise<string> {
  await waitForToday(ctx)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const query = {
    owner: await resolveVisitOwner(ctx, 'mine'),
    days: { from: addDays(today, -daysBack), to: addDays(today, daysAhead) },
    limit: maxEvents,
  }
  const [planned, made] = await inParallel([
    () => plannedVisits(ctx, { ...query, statuses: ['planned', 'missed', 'cancelled'] }),
    () => madeVisits(ctx, query),
  ])
  const wasPlanned = made.filter((row) => row.planned_at !== null)
  const events = [...planned, ...wasPlanned].map((row) => {
    const event = eventOf(row, site, ctx.config.timeZone)
    return isDetailed ? event : { ...event, ...withoutDetails(row) }
  })
  return writeCalendar(
    isDetailed ? t('AgriDesk visits: {name}', { name: ctx.actor.name }) : t('AgriDesk visits'),
    events,
  )
}

/** The customer code means nothing without an account, and leads users with one to the details. */
const withoutDetails = (
  row: VisitWithCustomer,
): Pick<CalendarEvent, 'summary' | 'location' | 'description'> => ({
  summary: t('Visit {customer}', { customer: row.customer_code }),
  location: '',
  description: '',
})

function eventOf(row: VisitWithCustomer, site: string, timeZone: string): CalendarEvent {
  const { status } = row
  const [plannedAt, madeOn] = [row.planned_at ?? '', row.visited_on ?? '']
  const isOnOtherDay = status === 'visited' && dayIn(new Date(plannedAt), timeZone) !== madeOn
  return {
    id: row.id,
    version: row.version,
    changedAt: row.updated_at,
    startsAt: isOnOtherDay ? madeOn : plannedAt,
    isCancelled: status === 'missed' || status === 'cancelled',
    summary: t('Visit {customer}', { customer: shownName(row.customer_name, row.local_name) }),
    location: [row.street, row.city_name, row.pin_code].filter(Boolean).join(', '),
    description: row.remarks ?? '',
    url: `${site}/customers/${encodeURIComponent(row.customer_code.toWellFormed())}`,
  }
}
