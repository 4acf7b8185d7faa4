import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Dialect, Tx } from '../../store/dialect.ts'
import type { Tables } from '../../store/tables/tables.ts'

export type ProposalRow = Tables['proposal']

/** Part of the WHERE clause over the table `proposal`; undefined: all. */
export type ProposalScope = RawBuilder<SqlBool> | undefined

export async function findProposal(
  db: Db,
  id: string,
  scope: ProposalScope,
): Promise<ProposalRow | undefined> {
  const query = db.selectFrom('proposal').selectAll().where('id', '=', id)
  return (scope ? query.where(scope) : query).executeTakeFirst()
}

/** Locked, because two people may decide at once. */
export async function lockProposal(tx: Tx, dialect: Dialect, id: string): Promise<ProposalRow | undefined> {
  const query = tx.selectFrom('proposal').selectAll().where('id', '=', id)
  return query.modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
}

export const changeProposal = (tx: Tx, id: string, cells: Partial<ProposalRow>): Promise<unknown> =>
  tx.updateTable('proposal').set(cells).where('id', '=', id).execute()

export interface ProposalListing {
  state: 'open' | 'decided'
  type?: ProposalRow['type'] | undefined
  after?: string | undefined
  limit: number
  scope: ProposalScope
}

/** Open ones in the order in which they were made, decided ones the newest first. */
export async function listProposalRows(db: Db, listing: ProposalListing): Promise<ProposalRow[]> {
  const { state, type, after, limit, scope } = listing
  const isOpen = state === 'open'
  let query = db
    .selectFrom('proposal')
    .selectAll()
    .where('state', 'in', isOpen ? ['open'] : ['approved', 'refused'])
  if (type) query = query.where('type', '=', type)
  if (after) query = query.where('id', isOpen ? '>' : '<', after)
  if (scope) query = query.where(scope)
  return query
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

export async function countOpen(
  db: Db,
  scope: ProposalScope,
): Promise<{ open: number; newCustomers: number }> {
  let query = db
    .selectFrom('proposal')
    .select((each) => ['type', each.fn.countAll<number | string>().as('count')])
    .where('state', '=', 'open')
    .groupBy('type')
  if (scope) query = query.where(scope)
  const counts = new Map((await query.execute()).map(({ type, count }) => [type, Number(count)]))
  const newCustomers = counts.get('new customer') ?? 0
  return { open: newCustomers + (counts.get('correction') ?? 0), newCustomers }
}

export async function countWaitingFor(db: Db, proposal: string): Promise<number> {
  const row = await db
    .selectFrom('field_event')
    .select((each) => each.fn.countAll<number | string>().as('count'))
    .where('waits_for', '=', proposal)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The proposal whose approval this batch was. */
export async function lockProposalOfBatch(
  tx: Tx,
  dialect: Dialect,
  batchId: string,
): Promise<ProposalRow | undefined> {
  // Only the newest ones can be undone in practice; there is no index of the batch, and proposals are few.
  const query = tx.selectFrom('proposal').selectAll().where('batch_id', '=', batchId)
  return query.modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
}
