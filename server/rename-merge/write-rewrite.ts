import { moveBooks } from './move-books.ts'
import { sql } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { conflict } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import type { Tx } from '../store/dialect.ts'
import {
  forgetFormerCodes,
  rememberFormerCodes,
  remakeMerge,
  type FormerCode,
} from '../store/records/former-codes.ts'
import type { RecordCache } from '../store/records/known-records.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { findDisagreeing } from '../store/records/reference-check.ts'
import { linksOf, type Link } from '../store/records/reference-plan.ts'
import { renameRolesInAccess } from './reference-access.ts'
import { nameOf, type Change, type WrittenFields } from './reference-changes.ts'
import { t } from '#domain/messages/t.ts'

/** Records that would have a missing reference, or two references that contradict each other. */
export class ReferenceConflict extends Error {
  readonly changes: readonly Change[]
  constructor(changes: readonly Change[], because: string) {
    super(because)
    this.changes = changes
  }

  get problem(): Error {
    const [first] = this.changes
    const others = this.changes.length - 1
    const record = nameOf(first!)
    const reason = this.message
    return conflict(
      others > 0
        ? t(
            '{record} (and {others, plural, one {# other} other {# others}}) cannot be changed: {reason}. Nothing was changed',
            { record, others, reason },
          )
        : t('{record} cannot be changed: {reason}. Nothing was changed', { record, reason }),
    )
  }
}

/** Writes all records, parents and children, with references checked at the end. */
export async function writeChanges(
  ctx: Context,
  tx: Tx,
  written: WrittenFields,
  known?: RecordCache,
): Promise<void> {
  const { dialect } = ctx.store
  await sql.raw(dialect.deferForeignKeys).execute(tx)
  try {
    const byOutcome = Map.groupBy(written.keys(), ({ entity, outcome }) => `${entity.name} ${outcome}`)
    const of = (entity: Entity, outcome: Change['outcome']): Change[] =>
      byOutcome.get(`${entity.name} ${outcome}`) ?? []
    for (const entity of catalogue.toReversed()) {
      for (const { record } of of(entity, 'delete'))
        await dynamicGate(ctx, 'delete', entity.name).using(tx).remove(record)
    }
    for (const entity of catalogue) {
      const kept = of(entity, 'keep').map((change) => ({
        current: change.record,
        values: change.after!,
        prepared: known?.preparedFor(change.record, change.after!, written.get(change)!),
      }))
      if (kept.length > 0) await dynamicGate(ctx, 'update', entity.name).using(tx).updateMany(kept)
      await renameRolesInAccess(tx, entity, of(entity, 'keep'))
      for (const { record, after } of of(entity, 'restore'))
        await dynamicGate(ctx, 'restore', entity.name).using(tx).restore(record, after!)
    }
    await verifyReferences(ctx, tx, written)
  } catch (error) {
    // The transaction is rolled back; only the connection's setting has to be reset for its next user.
    await sql
      .raw(dialect.enforceForeignKeys)
      .execute(tx)
      .catch(() => {})
    throw error
  }
  await sql.raw(dialect.enforceForeignKeys).execute(tx)
}

/** Checks thousands of records together, link by link; the error message is that of the first failing record. */
async function verifyReferences(ctx: Context, tx: Tx, written: WrittenFields): Promise<void> {
  const failing = new Map<Change, Link>()
  const byEntity = Map.groupBy(written.keys(), ({ entity }) => entity)
  for (const entity of catalogue) {
    const own = (byEntity.get(entity) ?? []).filter(({ outcome }) => outcome !== 'delete')
    if (own.length === 0) continue
    const writtenNames = new Set(own.flatMap((change) => written.get(change)!))
    const links = linksOf(entity).filter((link) => fieldsOfLink(link).some((name) => writtenNames.has(name)))
    const linkNames = [...new Set(links.flatMap(fieldsOfLink))]
    // Thousands of customers lie in a few hundred places, so equal values are checked once.
    const groups = Map.groupBy(
      own,
      (change) => `${written.get(change)!.join()}\n${textOf(change.after!, linkNames)}`,
    )
    for (const link of links) {
      await yieldWhenDue()
      const names = fieldsOfLink(link)
      const touched = [...groups.values()].filter(([change]) =>
        written.get(change!)!.some((name) => names.includes(name)),
      )
      const byValues = Map.groupBy(touched, ([change]) => textOf(change!.after!, names))
      const first = new Map<Readonly<RecordValues>, Change[]>(
        [...byValues.values()].map((some) => [some[0]![0]!.after!, some.flat()]),
      )
      const wrong = await findDisagreeing(tx, ctx.store.dialect, link, [...first.keys()])
      for (const values of wrong) for (const change of first.get(values)!) failing.set(change, link)
      if (link.target === entity) {
        for (const change of touched.flat())
          if (await problemOf(ctx, tx, change, link)) failing.set(change, link)
      }
    }
  }
  const [first] = failing
  if (first) {
    const because =
      (await problemOf(ctx, tx, ...first)) ?? t('it would refer to a record that does not exist')
    throw new ReferenceConflict([...failing.keys()], because)
  }
}

function textOf(values: Readonly<RecordValues>, names: readonly string[]): string {
  let text = ''
  for (const name of names) {
    const value = values[name] ?? null
    text += typeof value === 'string' ? `${value}\n` : `\t${JSON.stringify(value)}\n`
  }
  return text
}

async function problemOf(
  ctx: Context,
  tx: Tx,
  { entity, after }: Change,
  link: Link,
): Promise<string | undefined> {
  const writer = dynamicGate(ctx, 'read', entity.name).using(tx)
  const { problems } = await writer.resolve(onlyFields(entity, fieldsOfLink(link), after!), undefined, true)
  return problems[0]?.message
}

/** Includes the key for a reference to the same entity, to detect a record above itself. */
const fieldsOfLink = (link: Link): string[] => [
  ...new Set([
    link.main.name,
    ...Object.values(link.parts),
    ...link.paired.map(({ name }) => name),
    ...link.ancestors.map(({ own }) => own),
    ...(link.target === link.main.entity ? [link.main.reference.field, ...link.main.entity.key] : []),
  ]),
]

const onlyFields = (entity: Entity, names: readonly string[], values: Readonly<RecordValues>): RecordValues =>
  Object.fromEntries(
    Object.keys(entity.fields).map((name) => [name, names.includes(name) ? (values[name] ?? null) : null]),
  )

/** Codes that records lose stay known, so that other systems, bookmarks and files still find the records. */
export async function rememberCodes(ctx: Context, tx: Tx, written: WrittenFields): Promise<void> {
  const codes: FormerCode[] = []
  for (const { entity, record, after, outcome } of written.keys()) {
    if (entity.key.length === 0 || outcome === 'restore') continue
    if (outcome === 'keep') {
      if (after && !sameCodes(entity, record, after))
        codes.push({ entity, former: record, recordId: record.id, after, reason: 'renamed' })
      continue
    }
    // Without a record in its place, one is deleted when its merge is made again.
    const keptId = after ? textAt(after, 'id') : await remakeMerge(tx, entity, record.id)
    if (after && keptId !== undefined)
      codes.push({ entity, former: record, recordId: keptId, after, reason: 'merged' })
    if (keptId !== undefined && entity.name === 'customer') await moveBooks(tx, record.id, keptId)
  }
  await rememberFormerCodes(tx, ctx.now(), codes)
}

/** After an undo the records have their codes again. */
export async function forgetCodes(tx: Tx, written: WrittenFields): Promise<void> {
  for (const { entity, record, after, outcome } of written.keys())
    if (entity.key.length > 0 && after && (outcome === 'restore' || !sameCodes(entity, record, after)))
      await forgetFormerCodes(tx, entity, { ...record, ...after })
}

const sameCodes = (entity: Entity, one: Readonly<RecordValues>, other: Readonly<RecordValues>): boolean =>
  [...entity.key, ...entity.unique.flat()].every((name) => sameValue(one[name], other[name]))
