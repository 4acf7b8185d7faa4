import { nameOfActor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import type {
  DataQuality,
  ExceptedFindings,
  Finding,
  FindingFix,
  FixAllReport,
  Findings,
  NewException,
} from '#domain/api/data-quality.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { qualityRules, type QualityRule } from '#domain/data-quality/rules.ts'
import { addDays } from '#domain/dates/dates.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireRight, hiddenFieldsFor } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { createInTransaction, removeInTransaction, updateInTransaction } from '../records/record-service.ts'
import { isId } from '../store/new-id.ts'
import { readSetting } from '../store/settings.ts'
import { fixFindings } from './fix-all.ts'
import { checkAll, namesOf } from './finding-service.ts'
import { checksOf } from './rules.ts'
import { isChecking, runChecks, lastCheckSetting, todayOf } from './run-checks.ts'
import {
  addFindings,
  countExceptions,
  countsSince,
  deleteException,
  dropFindings,
  putException,
  readExceptions,
  readFindings,
} from './finding-store.ts'
import { t } from '#domain/messages/t.ts'

const pageSize = 50
const trendDays = 90
const maxWait = 1500

/** Rules on masked fields are hidden, because a finding would reveal the value or who shares it. */
const visibleTo = (ctx: Context): QualityRule[] =>
  qualityRules.filter(
    ({ id, needs }) =>
      needs.every((subject) => can(ctx.actor, 'read', subject).allowed) &&
      checksOf[id]!.every(
        ({ entity, field }) =>
          typeof field !== 'string' || !hiddenFieldsFor(ctx.actor, entityNamed(entity)).includes(field),
      ),
  )

/** Every rule with its count of the last check. The first request of a day starts a check. */
export async function readDataQuality(ctx: Context): Promise<DataQuality> {
  requireRight(ctx, 'read', 'dataHealth')
  const db = ctx.store.read
  const { day } = todayOf(ctx)
  const [counts, excepted, lookedAt] = await inParallel([
    () => countsSince(db, addDays(day, -trendDays)),
    () => countExceptions(db),
    () => readSetting(db, lastCheckSetting),
  ])
  if (!counts.some((each) => each.day === day)) void runChecks(ctx)
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
  return { lookedAt: lookedAt ?? null, isLooking: isChecking(ctx), items }
}

/** The counts of the last check, the most findings first; starts no check. */
export async function storedFindings(
  ctx: Context,
): Promise<{ lookedAt: string | null; items: { rule: string; found: number }[] }> {
  requireRight(ctx, 'read', 'dataHealth')
  const db = ctx.store.read
  const counts = await countsSince(db, addDays(todayOf(ctx).day, -trendDays))
  const items = visibleTo(ctx).flatMap(({ id }) => counts.find(({ rule }) => rule === id) ?? [])
  return {
    lookedAt: (await readSetting(db, lastCheckSetting)) ?? null,
    items: items
      .filter(({ found }) => found > 0)
      .map(({ rule, found }) => ({ rule, found }))
      .toSorted((one, other) => other.found - one.found || (one.rule < other.rule ? -1 : 1)),
  }
}

/** Runs the checks again; with much data the response comes before they end. */
export async function runChecksNow(ctx: Context): Promise<DataQuality> {
  requireRight(ctx, 'update', 'dataHealth')
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWait).unref())
  await Promise.race([runChecks(ctx), timeout])
  return readDataQuality(ctx)
}

function ruleNamed(ctx: Context, id: string): string {
  const found = visibleTo(ctx).find((rule) => rule.id === id)
  if (!found) throw notFound(t('There is no rule {id} here', { id }))
  return found.id
}

/** A page of findings that are still valid; fixed ones are removed from the list. */
export async function listFindings(ctx: Context, id: string, start: string | undefined): Promise<Findings> {
  requireRight(ctx, 'read', 'dataHealth')
  const rule = ruleNamed(ctx, id)
  const today = todayOf(ctx)
  const db = ctx.store.read
  let after = start
  let items: Finding[] = []
  let next: string | null = null
  do {
    const found = await readFindings(db, rule, { after, limit: pageSize + 1 })
    const page = found.slice(0, pageSize)
    const checked = await checkAll(ctx.store.read, rule, page, today)
    items = checked.map(({ finding }) => finding)
    const fixedFindings = page.filter(({ id: one }) => !items.some((item) => item.id === one))
    if (fixedFindings.length > 0) {
      const ids = fixedFindings.map((each) => each.id)
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

/** The exceptions of a rule. */
export async function listExceptions(ctx: Context, id: string, after = ''): Promise<ExceptedFindings> {
  requireRight(ctx, 'read', 'dataHealth')
  const rule = ruleNamed(ctx, id)
  const found = await readExceptions(ctx.store.read, rule, after, pageSize + 1)
  const page = found.slice(0, pageSize)
  const names = await namesOf(
    ctx,
    rule,
    page.map((each) => each.id),
  )
  const items = page.flatMap((each) => {
    const record = names.get(each.id)
    return record ? [{ ...each, ...record }] : []
  })
  return { items, next: found.length > pageSize ? page.at(-1)!.id : null }
}

/** Applies the fix of a finding with the rights of the caller, and removes the finding. */
export async function fixFinding(
  ctx: Context,
  ruleId: string,
  { id, value }: FindingFix,
): Promise<{ words: string }> {
  requireRight(ctx, 'update', 'dataHealth')
  const rule = ruleNamed(ctx, ruleId)
  const today = todayOf(ctx)
  const [found] = await readFindings(ctx.store.read, rule, { ids: [id] })
  const [checked] = found ? await checkAll(ctx.store.read, rule, [found], today) : []
  if (!checked) throw conflict(t('This is already fixed'))
  const { fix, version, finding } = checked
  if (!fix) throw conflict(t('This cannot be fixed with one click: open the record'))
  await ctx.store.transaction(async (tx) => {
    if (fix.asks) {
      if (value === '')
        throw invalid([{ field: 'value', message: t('{label} is required', { label: fix.asks.label }) }])
      await createInTransaction(ctx, tx, ...fix.asks.makes(value))
    } else if (fix.isRemoval) await removeInTransaction(ctx, tx, finding.entity, id, version)
    else {
      const request = { idOrCode: id, input: fix.change ?? {}, fields: 'some', version } as const
      await updateInTransaction(ctx, tx, finding.entity, request)
    }
    await dropFindings(tx, rule, [id], today.day)
  })
  return { words: `${finding.name}: ${fix.words}` }
}

export async function fixAll(ctx: Context, ruleId: string, isDryRun: boolean): Promise<FixAllReport> {
  requireRight(ctx, 'update', 'dataHealth')
  const rule = ruleNamed(ctx, ruleId)
  return fixFindings(
    ctx,
    qualityRules.find(({ id }) => id === rule)!,
    isDryRun,
  )
}

/** Adds an exception for a finding, with a reason. */
export async function addException(
  ctx: Context,
  ruleId: string,
  { id, reason }: NewException,
): Promise<void> {
  requireRight(ctx, 'update', 'dataHealth')
  const rule = ruleNamed(ctx, ruleId)
  if (!(await namesOf(ctx, rule, [id])).has(id)) throw notFound(t('There is no such record here'))
  const { day, now } = todayOf(ctx)
  await ctx.store.transaction(async (tx) => {
    await putException(tx, rule, { id, reason, by: nameOfActor(ctx.actor), at: now.toISOString() })
    await dropFindings(tx, rule, [id], day)
  })
}

/** Removes an exception; a record that still looks wrong is a finding again. */
export async function removeException(ctx: Context, ruleId: string, id: string): Promise<void> {
  requireRight(ctx, 'update', 'dataHealth')
  const rule = ruleNamed(ctx, ruleId)
  const today = todayOf(ctx)
  const record = isId(id) ? (await namesOf(ctx, rule, [id.toLowerCase()])).get(id.toLowerCase()) : undefined
  if (!record) throw notFound(t('There is no such record here'))
  const found = { id: record.id, entity: record.entity, otherId: null }
  const [stillFound] = await checkAll(ctx.store.read, rule, [found], today)
  await ctx.store.transaction(async (tx) => {
    if (!(await deleteException(tx, rule, record.id))) throw notFound(t('This record has no exception'))
    if (stillFound) await addFindings(tx, rule, [found], today.day)
  })
}
