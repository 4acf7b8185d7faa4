import { randomBytes } from 'node:crypto'
import type { Actor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { addDays } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { notFound, notSignedIn, Problem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import { writeCalendar, type CalendarEvent } from '#domain/visits/ics.ts'
import { addressAllowance, countAttempt } from '../attempts.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import { noteEvent } from '../store/audit-store.ts'
import type { Row } from '../store/dialect.ts'
import {
  forgetFeed,
  keepFeed,
  ownerOfFeed,
  stateOfFeed,
  type FeedKeys,
  type FeedState,
} from './feed-store.ts'
import { madeVisits, plannedVisits, whoseVisits } from './planned-visits.ts'

type Person = Extract<Actor, { kind: 'account' }>

function own({ actor }: Context): Person {
  if (actor.kind !== 'account') throw notSignedIn()
  return actor
}

export async function feedState(ctx: Context): Promise<FeedState> {
  demand(ctx, 'read', 'ownProfile')
  return stateOfFeed(ctx.store.read, own(ctx).id)
}

const newWord = (): string => randomBytes(32).toString('base64url')

/** Both words are told once; only their hashes stay here. */
export async function makeFeed(ctx: Context): Promise<FeedKeys & { createdAt: string; name: string }> {
  demand(ctx, 'update', 'ownProfile')
  const { id, email } = own(ctx)
  const keys: FeedKeys = { secret: newWord(), password: newWord() }
  const createdAt = ctx.now().toISOString()
  await ctx.store.transaction(async (tx) => {
    await keepFeed(tx, id, keys, createdAt)
    noteEvent(tx, ctx, { action: 'calendar made', entity: 'account', record: id })
  })
  return { ...keys, createdAt, name: email }
}

export async function switchFeedOff(ctx: Context): Promise<void> {
  demand(ctx, 'delete', 'ownProfile')
  await ctx.store.transaction(async (tx) => {
    await forgetFeed(tx, own(ctx).id)
    noteEvent(tx, ctx, { action: 'calendar ended', entity: 'account', record: own(ctx).id })
  })
}

const daysBack = 30
const daysOn = 365
const mostEvents = 2000

export interface Credentials {
  name: string
  password: string
}

const shapeOfWord = /^[\w-]{43}$/

/** The calendar at a secret address, which ends up in logs and histories of others: it says nothing about people. */
export async function readFeedAt(ctx: Context, file: string, site: string): Promise<string> {
  demand(ctx, 'read', 'calendarFeed')
  const secret = /^(.+)\.ics$/i.exec(file)?.[1]
  const owner = await ownerBehind(ctx, 'token_hash', secret)
  if (owner) return calendarOf({ ...ctx, actor: owner }, site, ctx.config.calendarDetails === 'everywhere')
  await countGuess(ctx)
  throw notFound('There is no calendar at this address. Make a new one under My account')
}

/** The calendar with all its details, for whoever says its password. */
export async function readFeedWith(
  ctx: Context,
  given: Credentials | undefined,
  site: string,
): Promise<string> {
  demand(ctx, 'read', 'calendarFeed')
  // Found by the password alone: neither the answer nor its time depends on whether there is an account of that name.
  const found = await ownerBehind(ctx, 'password_hash', given?.password.trim())
  const owner = found && foldText(found.email) === foldText(given!.name.trim()) ? found : undefined
  if (owner) return calendarOf({ ...ctx, actor: owner }, site, true)
  // Calendars ask without a password first, each time, and send it when told to: that is no guess.
  if (given) await countGuess(ctx)
  throw new Problem(401, {
    msg: 'This calendar needs your e-mail address as the user name, and the password made for it under My account',
    challenge: 'Basic realm="AgriDesk calendar"',
  })
}

/** A good word is never slowed down: a calendar service asks for those of many from one place. */
const countGuess = (ctx: Context): Promise<void> =>
  countAttempt(ctx, ['calendar feed', ctx.address], addressAllowance)

async function ownerBehind(
  ctx: Context,
  key: Parameters<typeof ownerOfFeed>[1],
  word: string | undefined,
): Promise<Person | undefined> {
  const owner =
    word !== undefined && shapeOfWord.test(word) ? await ownerOfFeed(ctx.store.read, key, word) : undefined
  return owner?.status === 'active' && can(owner, 'read', 'visit').allowed ? owner : undefined
}

/** The visits of the person in the context, as that person may see them now. */
async function calendarOf(
  ctx: Context & { actor: Person },
  site: string,
  isDetailed: boolean,
): Promise<string> {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const query = {
    whose: await whoseVisits(ctx, 'mine'),
    days: { from: addDays(today, -daysBack), to: addDays(today, daysOn) },
    limit: mostEvents,
  }
  const [planned, made] = await inParallel([
    () => plannedVisits(ctx, { ...query, statuses: ['planned', 'missed', 'cancelled'] }),
    () => madeVisits(ctx, query),
  ])
  const wasPlanned = made.filter((row) => row['planned_at'] !== null)
  const events = [...planned, ...wasPlanned].map((row) => {
    const event = eventOf(row, site, ctx.config.timeZone)
    return isDetailed ? event : { ...event, ...withoutPeople(row) }
  })
  return writeCalendar(isDetailed ? `AgriDesk visits: ${ctx.actor.name}` : 'AgriDesk visits', events)
}

/** The code tells nothing to whoever cannot log in, and leads everybody else to the rest. */
const withoutPeople = (row: Row): Pick<CalendarEvent, 'summary' | 'location' | 'description'> => ({
  summary: `Visit ${String(row['customer_code'])}`,
  location: '',
  description: '',
})

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
