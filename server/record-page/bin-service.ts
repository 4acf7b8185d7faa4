import { territoryOf } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { foldSearch, searchedForms } from '#domain/duplicates/search-keys.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { mask } from '#domain/mask.ts'
import type {
  BinnedRecord,
  BinPage,
  BinQuery,
  RecordRef,
  Restored,
  RestoreFailure,
} from '#domain/api/records/bin.ts'
import { forbidden, Problem } from '#domain/problem.ts'
import { isObject } from '#domain/input.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { hasTerritory } from '../core/territory-filter.ts'
import { dynamicGate, refusal } from '../core/gate.ts'
import { duplicateProblem } from '../records/unique-violation.ts'
import { restoreInTransaction } from '../records/record-service.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { inBatch } from '../changes/batch-service.ts'
import { changeBatch } from '../changes/batch-store.ts'
import { readBin, type BinCursor, type BinRow } from './bin-store.ts'
import { t } from '#domain/messages/t.ts'

const rowsAtOnce = 500
/** A search of the bin reads at most this many rows before it returns a page. */
const maxRead = 10_000

/** Deleted records that the account may restore, newest first. */
export async function listBin(ctx: Context, { entity, q, limit, after }: BinQuery): Promise<BinPage> {
  const wanted = entity === undefined ? catalogue.map(({ name }) => name) : [entity]
  // The territory of a deleted record is unknown, so it is only shown to accounts without a territory limit.
  const isUnrestricted = (name: string): boolean => !hasTerritory(name) || !territoryOf(ctx.actor)
  const entities = wanted.filter((name) => can(ctx.actor, 'restore', name).allowed && isUnrestricted(name))
  if (entities.length === 0 && wanted.some((name) => can(ctx.actor, 'restore', name).allowed))
    throw forbidden(t('Deleted records of this kind are only shown to accounts that see the whole firm'))
  if (entities.length === 0)
    throw refusal(ctx, can(ctx.actor, 'restore', wanted[0]!), ['restore', wanted[0]!])
  const words = foldSearch(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const items: BinnedRecord[] = []
  let cursor: BinCursor | undefined = after
  for (let count = 0; count < maxRead; count += rowsAtOnce) {
    const rows = await readBin(ctx.store.read, {
      entities,
      limit: rowsAtOnce,
      ...(cursor && { after: cursor }),
    })
    for (const row of rows) {
      cursor = row
      if (!matchesAll(row, words)) continue
      items.push(shown(row))
      if (items.length === limit) return { items, next: formatCursor(row) }
    }
    if (rows.length < rowsAtOnce) return { items, next: null }
    await yieldToEventLoop()
  }
  return { items, next: formatCursor(cursor!) }
}

/** Restores as many as possible; the others are listed, with the record that now has their code. */
export async function restoreMany(ctx: Context, wanted: readonly RecordRef[]): Promise<Restored> {
  const order = new Map(catalogue.map(({ name }, at) => [name, at]))
  // Referenced records are restored before their referrers.
  const inOrder = wanted.toSorted((one, other) => order.get(one.entity)! - order.get(other.entity)!)
  const entities = new Set(wanted.map(({ entity }) => entity))
  const about = {
    kind: 'bulk restore',
    entity: entities.size === 1 ? wanted[0]!.entity : null,
    title: t('Restored from the bin'),
  } as const
  const left: RestoreFailure[] = []
  const work = inBatch(ctx, about, async (batchContext, tx) => {
    left.length = 0 // the transaction may be retried
    for (const each of inOrder) {
      const problem = await restoreOne(batchContext, tx, each)
      if (problem) left.push(problem)
    }
    const restored = wanted.length - left.length
    if (restored === 0) throw new NothingRestored()
    const title = t('{count, plural, one {# record} other {# records}} restored from the bin', {
      count: restored,
    })
    await changeBatch(tx, batchContext.batchId, { title })
    return { restored, left, batch: batchContext.batchId }
  })
  return work.catch((error: unknown) => {
    if (error instanceof NothingRestored) return { restored: 0, left, batch: null }
    throw error
  })
}

/** Rolls back the transaction, with its empty batch. */
class NothingRestored extends Error {}

async function restoreOne(
  ctx: Context,
  tx: Tx,
  { entity, id }: RecordRef,
): Promise<RestoreFailure | undefined> {
  const records = dynamicGate(ctx, 'restore', entity)
  const binned = await records.using(tx).binned(id)
  const name = binned ? nameRecord(records.entity, binned) : `${t(records.entity.singular)} ${id}`
  try {
    await attempt(tx, () => restoreInTransaction(ctx, tx, entity, id))
    return undefined
  } catch (error) {
    const problem = binned ? await duplicateProblem(records, binned, error) : undefined
    const cause = problem ?? error
    if (!(cause instanceof Problem)) throw error
    const existing = cause.details.extra?.['existing']
    const { path } = records.entity
    return {
      entity,
      id,
      name,
      because: cause.message,
      ...(isNamedRecord(existing) && { existing: { path, ...existing } }),
    }
  }
}

const isNamedRecord = (input: unknown): input is { id: string; name: string } =>
  isObject(input) && isTexts([input['id'], input['name']])

function shown({ entity: name, id, record, deletedAt, deletedBy }: BinRow): BinnedRecord {
  const entity = entityNamed(name)
  const values = Object.entries(entity.fields).flatMap(([field, { show, sensitive }]) => {
    const text = show(record[field] ?? null)
    return text ? [[field, sensitive ? mask(text) : text]] : []
  })
  return {
    entity: name,
    path: entity.path,
    id,
    name: nameRecord(entity, record),
    values: Object.fromEntries(values),
    labels: Object.fromEntries(values.map(([field]) => [field, t(entity.fields[field!]!.label)])),
    deletedAt,
    deletedBy,
  }
}

function matchesAll({ entity: name, id, record, deletedBy }: BinRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { fields } = entityNamed(name)
  const cause = Object.entries(fields)
    .filter(([, { sensitive }]) => !sensitive)
    .map(([field, { show }]) => searchedForms(show(record[field] ?? null)))
  const text = [...cause, searchedForms(deletedBy)].join(' ')
  return words.every((word) => word === id || text.includes(word))
}

const formatCursor = ({ deletedAt, id }: BinCursor): string => `${deletedAt}~${id}`
