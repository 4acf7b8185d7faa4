import { nameOfActor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import {
  mostReason,
  type DataHealth,
  type ExceptedFinding,
  type Finding,
  type Findings,
} from '#domain/health/data-health.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { healthRules, type HealthRule } from '#domain/health/rules.ts'
import { addDays } from '#domain/dates.ts'
import { conflict, invalid, notFound, problemOfShape } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { demand, hiddenFrom } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import type { QueryText } from '../resources/list-query.ts'
import { createWithin, removeWithin, updateWithin } from '../resources/resource-service.ts'
import { isId } from '../store/new-id.ts'
import { readSetting } from '../store/settings.ts'
import { checkAll, namesOf } from './health-findings.ts'
import { checksOf } from './health-rules.ts'
import { isLooking, lookAgain, lookedAtSetting, todayOf } from './health-look.ts'
import {
  addFinding,
  countExceptions,
  countsSince,
  deleteException,
  dropFindings,
  putException,
  readExceptions,
  readFindings,
} from './health-store.ts'

const pageSize = 50
const trendDays = 90
const patience = 1500

/** What is masked for somebody is not told by what looks wrong about it, or by who has the same. */
const visibleTo = (ctx: Context): HealthRule[] =>
  healthRules.filter(
    ({ id, needs }) =>
      needs.every((subject) => can(ctx.actor, 'read', subject).allowed) &&
      checksOf[id]!.every(
        ({ entity, field }) =>
          typeof field !== 'string' || !hiddenFrom(ctx.actor, entityNamed(entity)).includes(field),
      ),
  )

/** Every rule with what the last look found. The first to ask on a day sets off a look. */
export async function dataHealth(ctx: Context): Promise<DataHealth> {
  demand(ctx, 'read', 'dataHealth')
  const db = ctx.store.read
  const { day } = todayOf(ctx)
  const [counts, excepted, lookedAt] = await inParallel([
    () => countsSince(db, addDays(day, -trendDays)),
    () => countExceptions(db),
    () => readSetting(db, lookedAtSetting),
  ])
  if (!counts.some((each) => each.day === day)) void lookAgain(ctx)
  const items = visibleTo(ctx).map(({ id }) => {
    const own = counts.filter(({ rule }) => rule === id)
    const weekAgo =
      own.find((each) => each.day <= addDays(day, -7)) ?? (own.length > 1 ? own.at(-1) : undefined)
    return {
      rule: id,
      found: own[0]?.found ?? null,
      excepted: excepted.get(id) ?? 0,
      before: weekAgo?.found ?? null,
    }
  })
  return { lookedAt: lookedAt ?? null, isLooking: isLooking(ctx), items }
}

/** Looks once more; on a large firm the answer comes before the look is over. */
export async function lookOnceMore(ctx: Context): Promise<DataHealth> {
  demand(ctx, 'update', 'dataHealth')
  const enough = new Promise((resolve) => setTimeout(resolve, patience).unref())
  await Promise.race([lookAgain(ctx), enough])
  return dataHealth(ctx)
}

function ruleNamed(ctx: Context, id: string): string {
  const found = visibleTo(ctx).find((rule) => rule.id === id)
  if (!found) throw notFound(`There is no rule ${id} here`)
  return found.id
}

const afterIn = ({ after }: QueryText): string | undefined => {
  if (after === undefined) return undefined
  if (isId(String(after))) return String(after)
  throw invalid([{ field: 'after', message: 'after should be what the last page gave as next' }])
}

/** A page of what was found and still is: what has been mended since is taken off the list. */
export async function findingsOf(ctx: Context, id: string, query: QueryText): Promise<Findings> {
  demand(ctx, 'read', 'dataHealth')
  const rule = ruleNamed(ctx, id)
  const today = todayOf(ctx)
  const db = ctx.store.read
  let after = afterIn(query)
  let items: Finding[] = []
  let next: string | null = null
  do {
    const found = await readFindings(db, rule, { after, limit: pageSize + 1 })
    const page = found.slice(0, pageSize)
    const checked = await checkAll(ctx, rule, page, today)
    items = checked.map(({ finding }) => finding)
    const mended = page.filter(({ id: one }) => !items.some((item) => item.id === one))
    if (mended.length > 0) {
      const ids = mended.map((each) => each.id)
      await ctx.store.transaction((tx) => dropFindings(tx, rule, ids, today.day))
    }
    next = found.length > pageSize ? page.at(-1)!.id : null
    after = next ?? undefined
  } while (items.length === 0 && next !== null)
  const trend = await countsSince(db, addDays(today.day, -trendDays), rule)
  return {
    found: trend[0]?.found ?? null,
    items,
    next,
    trend: trend.toReversed().map(({ day, found }) => ({ day, found })),
  }
}

/** What people said is right as it is. */
export async function exceptionsOf(
  ctx: Context,
  id: string,
  query: QueryText,
): Promise<{ items: ExceptedFinding[]; next: string | null }> {
  demand(ctx, 'read', 'dataHealth')
  const rule = ruleNamed(ctx, id)
  const found = await readExceptions(ctx.store.read, rule, afterIn(query) ?? '', pageSize + 1)
  const page = found.slice(0, pageSize)
  const names = await namesOf(
    ctx,
    rule,
    page.map((each) => each.id),
  )
  const items = page.flatMap((each) => {
    const named = names.get(each.id)
    return named ? [{ ...each, ...named }] : []
  })
  return { items, next: found.length > pageSize ? page.at(-1)!.id : null }
}

function readInput(input: unknown): { id: string; value: string; reason: string } {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('What is sent')])
  const { id, value = '', reason = '' } = input as Record<string, unknown>
  if (typeof id !== 'string' || !isId(id))
    throw invalid([{ field: 'id', message: 'id should be that of the record' }])
  return { id: id.toLowerCase(), value: String(value).trim(), reason: String(reason).trim() }
}

/** Does what the finding offers, with the rights of whoever asks, and takes it off the list. */
export async function fixFinding(ctx: Context, ruleId: string, input: unknown): Promise<{ words: string }> {
  demand(ctx, 'update', 'dataHealth')
  const rule = ruleNamed(ctx, ruleId)
  const { id, value } = readInput(input)
  const today = todayOf(ctx)
  const [found] = await readFindings(ctx.store.read, rule, { ids: [id] })
  const [checked] = found ? await checkAll(ctx, rule, [found], today) : []
  if (!checked) throw conflict('This is mended already')
  const { fix, version, finding } = checked
  if (!fix) throw conflict('This cannot be mended by one tap: open the record')
  await ctx.store.transaction(async (tx) => {
    if (fix.asks) {
      if (value === '') throw invalid([{ field: 'value', message: `${fix.asks.label} is required` }])
      await createWithin(ctx, tx, ...fix.asks.makes(value))
    } else if (fix.isRemoval) await removeWithin(ctx, tx, finding.entity, id, version)
    else {
      const request = { idOrCode: id, input: fix.change ?? {}, fields: 'some', version } as const
      await updateWithin(ctx, tx, finding.entity, request)
    }
    await dropFindings(tx, rule, [id], today.day)
  })
  return { words: `${finding.name}: ${fix.words}` }
}

/** Says that a finding is right as it is, and why. */
export async function exceptFinding(ctx: Context, ruleId: string, input: unknown): Promise<void> {
  demand(ctx, 'update', 'dataHealth')
  const rule = ruleNamed(ctx, ruleId)
  const { id, reason } = readInput(input)
  if (reason === '') throw invalid([{ field: 'reason', message: 'Reason is required' }])
  if (reason.length > mostReason)
    throw invalid([{ field: 'reason', message: `Reason should not exceed ${mostReason} characters` }])
  if (!(await namesOf(ctx, rule, [id])).has(id)) throw notFound('There is no such record here')
  const { day, now } = todayOf(ctx)
  await ctx.store.transaction(async (tx) => {
    await putException(tx, rule, { id, reason, by: nameOfActor(ctx.actor), at: now.toISOString() })
    await dropFindings(tx, rule, [id], day)
  })
}

/** Takes that back: what still looks wrong is on the list again. */
export async function unexceptFinding(ctx: Context, ruleId: string, id: string): Promise<void> {
  demand(ctx, 'update', 'dataHealth')
  const rule = ruleNamed(ctx, ruleId)
  const today = todayOf(ctx)
  const named = isId(id) ? (await namesOf(ctx, rule, [id.toLowerCase()])).get(id.toLowerCase()) : undefined
  if (!named) throw notFound('There is no such record here')
  const found = { id: named.id, entity: named.entity, otherId: null }
  const [holds] = await checkAll(ctx, rule, [found], today)
  await ctx.store.transaction(async (tx) => {
    if (!(await deleteException(tx, rule, named.id))) throw notFound('Nobody said that this is right')
    if (holds) await addFinding(tx, rule, found, today.day)
  })
}
