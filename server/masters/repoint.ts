import type { BatchKind } from '#domain/batches.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { maskFields } from '#domain/mask.ts'
import { conflict, invalid, notFound, type FieldProblem } from '#domain/problem.ts'
import { affectedInWords, type Affected, type Repointed } from '#domain/repoint.ts'
import type { Context } from '../context.ts'
import { demandWhole, gate } from '../gate.ts'
import type { Tx } from '../store/dialect.ts'
import { inParts } from '../store/record-sets.ts'
import { beginBatch, shown } from './batch-service.ts'
import { findBatch } from './batch-store.ts'
import { recordsInPiece } from './in-pieces.ts'
import { changedFields, isWritten, type Change, type Changes } from './repoint-changes.ts'
import { planFollowers, type PlanOptions } from './repoint-plan.ts'
import { carryOut, Disagreement } from './repoint-write.ts'
import { rehearse } from './rehearsal.ts'

/** What was asked for, with all that changes by itself; the rest follows. */
export interface Wanted {
  kind: BatchKind
  changes: Changes
  /** The record it is about. */
  root: Change
  /** "Zone W renamed to WEST". */
  title: string
  options?: PlanOptions
}

/** Does it, as one batch; a rehearsal does all of it as well and then takes it back, so that what it tells is true. */
export async function repoint(
  ctx: Context,
  isRehearsal: boolean,
  ask: (tx: Tx) => Promise<Wanted>,
): Promise<Repointed> {
  // What follows lies anywhere, and a place that is moved takes its customers into the territory of whoever moves it.
  demandWhole(ctx, 'To rename, merge or move')
  const work = async (within: Context, tx: Tx): Promise<Repointed> => {
    const { kind, changes, root, title, options } = await ask(tx)
    await planFollowers({ tx, dialect: within.store.dialect }, changes, options)
    const told = await tell(within, tx, changes, root)
    const batch = await beginBatch(within, tx, {
      kind,
      entity: root.entity.name,
      title: told.words ? `${title}, with ${told.words}` : title,
    })
    await carryOut(batch, tx, changes)
    const { find, hidden } = gate(within, 'read', root.entity.name).using(tx)
    const record = maskFields((await find(root.record.id))!, hidden)
    const made = await findBatch(tx, batch.batchId)
    return { ...told, isRehearsal, title, batch: isRehearsal ? null : shown(made!), record }
  }
  try {
    if (isRehearsal) return await rehearse(ctx, await isLarge(ctx, ask), work)
    return await ctx.store.transaction((tx) => work(ctx, tx))
  } catch (error) {
    if (error instanceof Disagreement) throw error.problem
    throw error
  }
}

/** Whether so much follows that others should not wait for it; only asked where one writer serves everybody. */
async function isLarge({ store }: Context, ask: (tx: Tx) => Promise<Wanted>): Promise<boolean> {
  if (!store.dialect.isEmbedded) return false
  try {
    // Planning only reads, which the reader can do beside everybody else.
    const reader = store.read as Tx
    const { changes, options } = await ask(reader)
    await planFollowers({ tx: reader, dialect: store.dialect }, changes, options)
    return changes.all().length > recordsInPiece
  } catch {
    // What is wrong with it is said by the rehearsal itself.
    return false
  }
}

async function tell(
  ctx: Context,
  tx: Tx,
  changes: Changes,
  root: Change,
): Promise<Pick<Repointed, 'follow' | 'toBin' | 'plans' | 'words'>> {
  const follow: Affected[] = []
  const toBin: Affected[] = []
  for (const entity of catalogue) {
    const { name, path } = entity
    const own = changes.of(entity).filter((each) => each !== root && isWritten(each))
    const count = own.filter(({ fate }) => fate === 'stays').length
    if (count > 0) follow.push({ entity: name, path, count })
    if (own.length > count) toBin.push({ entity: name, path, count: own.length - count })
  }
  // The plans of customers who change their place change what a round has to drive.
  const moved = changes
    .all()
    .filter(({ entity, fate }) => entity.name === 'customer' && fate === 'stays')
    .filter((change) => changedFields(change).some((name) => name !== 'Customer_Code'))
  const plans = await countPlans(
    tx,
    moved.map(({ record }) => record['Customer_Code'] as string),
  )
  return { follow, toBin, plans, words: affectedInWords(follow, plans) }
}

async function countPlans(tx: Tx, customers: readonly string[]): Promise<number> {
  let plans = 0
  for (const part of inParts(customers)) {
    const query = tx.selectFrom('visit').select((is) => is.fn.countAll().as('plans'))
    const row = await query
      .where('status', '=', 'planned')
      .where('customer_code', 'in', part)
      .executeTakeFirst()
    plans += Number(row?.['plans'] ?? 0)
  }
  return plans
}

/** The record a request is about, held, in the version it was looked at. */
export async function lockRecord(
  ctx: Context,
  tx: Tx,
  entity: Entity,
  idOrCode: string,
  version: unknown,
): Promise<StoredRecord> {
  const writer = gate(ctx, 'update', entity.name).using(tx)
  const record = await writer.lock(idOrCode)
  if (!record) throw notFound(`There is no ${entity.singular.toLowerCase()} ${idOrCode} here`)
  if (typeof version !== 'number')
    throw invalid([{ field: 'version', message: 'version is required: send the version that was looked at' }])
  if (version !== record.version) {
    const name = nameRecord(entity, record)
    throw conflict(`${name} was changed by someone else meanwhile. Nothing was overwritten`, [], {
      current: maskFields(record, writer.hidden),
    })
  }
  return record
}

/** The body of a request as an object, with its `to`, and whether it is a rehearsal. */
export function readBody(body: unknown): { given: Record<string, unknown>; isRehearsal: boolean } {
  const given = isObject(body) ? body : {}
  const { rehearse } = given
  if (rehearse !== undefined && typeof rehearse !== 'boolean')
    throw invalid([{ field: 'rehearse', message: 'rehearse should be true or false' }])
  return { given, isRehearsal: rehearse === true }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What `to` says, for just these fields. */
export function readTo(to: unknown, fields: readonly string[], entity: Entity): Record<string, unknown> {
  if (!isObject(to) || Object.keys(to).length === 0) {
    const example = fields[0] ?? 'a field'
    throw invalid([{ field: 'to', message: `to should name what it becomes, such as {"${example}": "…"}` }])
  }
  const labels = fields.map((name) => entity.fields[name]!.label).join(', ')
  const problems = Object.keys(to)
    .filter((name) => !fields.includes(name))
    .map((name): FieldProblem => {
      const label = entity.fields[name]?.label ?? name
      return {
        field: name,
        message: `${label} cannot be changed this way${labels ? `, only ${labels}` : ''}`,
      }
    })
  if (problems.length > 0) throw invalid(problems)
  return to
}
