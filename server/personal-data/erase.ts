import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { removeAccount } from '../accounts/user-service.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../core/context.ts'
import { flushDeferredInserts } from '../store/deferred-writes.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { erasureAction, rewriteEntries } from '../store/history/erased-entries.ts'
import { newId } from '../store/new-id.ts'
import { openRecords } from '../store/records/records.ts'
import { countAuthored, deleteOwnRows, renameAuthor } from './account.ts'
import type { Person } from './person.ts'
import { findEntries, findLogRows, findOthers, writeLogRows, type OtherRecord } from './person-rows.ts'
import { Scrubber } from './scrub.ts'

/** How many rows are concerned, by what they are. */
export interface ErasureCounts {
  visits: number
  deletedRecords: number
  binned: number
  comments: number
  documents: number
  photos: number
  logRows: number
  entries: number
  /** Rows that name the account as their author. */
  authored: number
  /** Rows of balances and bills, which stay. */
  books: number
  others: OtherRecord[]
}

/** Counts what an erasure changes and what stays; changes nothing. */
export async function countErasure(ctx: Context, person: Person): Promise<ErasureCounts> {
  const { read: db, dialect } = ctx.store
  const scrubber = new Scrubber(person.marks)
  return {
    ...(await countOwn(db, person)),
    authored: person.account ? await countAuthored(db, person.account) : 0,
    logRows: (await findLogRows(db, dialect, person, scrubber)).length,
    entries: (await findEntries(db, dialect, person, scrubber)).length,
    others: await findOthers(db, person),
  }
}

type OwnCounts = Omit<ErasureCounts, 'authored' | 'logRows' | 'entries' | 'others'>

async function countOwn(db: Db, { entity: of, records, marks }: Person): Promise<OwnCounts> {
  const ids = [...marks.ids]
  const count = async (table: 'comment' | 'document'): Promise<number> =>
    (await db.selectFrom(table).select('id').where('record_id', 'in', ids).execute()).length
  const booksOf = async (table: 'bill' | 'book_balance'): Promise<number> =>
    (await db.selectFrom(table).select('customer_id').where('customer_id', 'in', marks.own).execute()).length
  const visits = records.find(({ entity }) => entity === 'visit')?.live ?? []
  return {
    visits: visits.length,
    deletedRecords: records.filter(({ how }) => how === 'delete').flatMap(({ live }) => live).length,
    binned: records.flatMap(({ binned }) => binned).length,
    comments: await count('comment'),
    documents: await count('document'),
    photos: (await db.selectFrom('photo').select('id').where('visit_id', 'in', ids).execute()).length,
    books: of === 'customer' ? (await booksOf('bill')) + (await booksOf('book_balance')) : 0,
  }
}

/** Erases the person in one transaction, also in the file of the database, and returns the id of the audit event. */
export async function erase(ctx: Context, tx: Tx, person: Person, reason: string): Promise<string> {
  const { overwriteDeleted } = ctx.store.dialect
  if (!overwriteDeleted) return eraseRows(ctx, tx, person, reason)
  await sql.raw(overwriteDeleted.before).execute(tx)
  try {
    return await eraseRows(ctx, tx, person, reason)
  } finally {
    await sql.raw(overwriteDeleted.after).execute(tx)
  }
}

async function eraseRows(ctx: Context, tx: Tx, person: Person, reason: string): Promise<string> {
  const { dialect } = ctx.store
  const scrubber = new Scrubber(person.marks)
  await changeRecords(ctx, tx, person)
  await deleteAttached(tx, person)
  await deleteAttempts(tx, person)
  if (person.account) {
    await removeAccount(ctx, tx, person.id, true)
    await renameAuthor(tx, person.account)
    await deleteOwnRows(tx, person.account)
  }
  // The values before these changes are in their history, which is rewritten too.
  await flushDeferredInserts(tx, dialect)
  await cleanBin(tx, person, scrubber)
  await writeLogRows(tx, await findLogRows(tx, dialect, person, scrubber))
  const erasureId = newId(ctx.now())
  const entries = await findEntries(tx, dialect, person, scrubber)
  const digest = await rewriteEntries(tx, dialect, erasureId, entries)
  recordEvent(tx, ctx, {
    id: erasureId,
    action: erasureAction,
    entity: person.entity,
    record: person.id,
    details: { reason: scrubber.scrub(reason), entries: entries.length, digest },
  })
  return erasureId
}

async function changeRecords(ctx: Context, tx: Tx, { records }: Person): Promise<void> {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const author = {
    actor: ctx.actor,
    requestId: ctx.requestId,
    now: ctx.now,
    address: ctx.address,
    today: () => today,
  }
  for (const { entity, how, live } of records) {
    const writer = openRecords(ctx.store, entityNamed(entity), author, () => undefined).using(tx)
    for (const { id } of live) {
      const current = await writer.lock(id)
      if (!current) continue
      if (how === 'delete') await writer.remove(current)
      else {
        const changed = how(current, today)
        if (Object.entries(changed).some(([name, value]) => current[name] !== value))
          await writer.update(current, { ...current, ...changed })
      }
    }
  }
}

async function deleteAttached(tx: Tx, { entity, marks }: Person): Promise<void> {
  const ids = [...marks.ids]
  await tx.deleteFrom('comment').where('record_id', 'in', ids).execute()
  await tx.deleteFrom('document').where('record_id', 'in', ids).execute()
  await tx.deleteFrom('photo').where('visit_id', 'in', ids).execute()
  await tx.deleteFrom('health_exception').where('record_id', 'in', ids).execute()
  if (entity !== 'customer') return
  for (const column of ['one_id', 'other_id'] as const)
    await tx.deleteFrom('duplicate_pair').where(column, 'in', marks.own).execute()
}

/** Attempts are counted by e-mail address. */
async function deleteAttempts(tx: Tx, { marks }: Person): Promise<void> {
  const attempts = await tx.selectFrom('attempt').select('key').execute()
  const values = marks.exact.map((value) => JSON.stringify(foldText(value)))
  for (const { key } of attempts)
    if (values.some((value) => foldText(key).includes(value)))
      await tx.deleteFrom('attempt').where('key', '=', key).execute()
}

/** Deleted records of the person: those that would only contain erased values go. */
async function cleanBin(tx: Tx, { records, marks }: Person, scrubber: Scrubber): Promise<void> {
  const deleted = records.filter(({ how }) => how === 'delete').map(({ entity }) => entity)
  const rows = await tx
    .selectFrom('bin')
    .select(['entity', 'record_id', 'cells'])
    .where('record_id', 'in', [...marks.ids])
    .execute()
  for (const { entity, record_id: id, cells } of rows) {
    if (deleted.some((each) => each === entity))
      await tx.deleteFrom('bin').where('entity', '=', entity).where('record_id', '=', id).execute()
    else
      await tx
        .updateTable('bin')
        .set({ cells: scrubber.scrub(cells, true) })
        .where('entity', '=', entity)
        .where('record_id', '=', id)
        .execute()
  }
}
