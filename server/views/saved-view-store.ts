import { sql } from 'kysely'
import { inParallel } from '../in-parallel.ts'
import type { Db, Dialect, Row, Tx } from '../store/dialect.ts'

export interface SavedView {
  id: string
  accountId: string
  screen: string
  name: string
  query: string
  shared: boolean
  createdAt: string
  /** The name of who saved it; null once the account is gone. */
  by: string | null
}

const toView = (row: Row): SavedView => ({
  id: String(row['id']),
  accountId: String(row['account_id']),
  screen: String(row['screen']),
  name: String(row['name']),
  query: String(row['query']),
  shared: Number(row['shared']) === 1,
  createdAt: String(row['created_at']),
  by: (row['username'] ?? null) as string | null,
})

const views = (db: Db) =>
  db
    .selectFrom('saved_view')
    .leftJoin('account', 'account.id', 'saved_view.account_id')
    .select([
      'saved_view.id',
      'account_id',
      'screen',
      'name',
      'query',
      'shared',
      'saved_view.created_at',
      'username',
    ])

/** More than anybody reads through; what a person saved themselves comes first. */
const mostShared = 500

/** One's own, and what others share, each by their name. */
export async function viewsOf(db: Db, accountId: string, screen: string): Promise<SavedView[]> {
  const ofScreen = views(db).where('screen', '=', screen).orderBy('name_key')
  const [own, shared] = await inParallel([
    () => ofScreen.where('account_id', '=', accountId).execute(),
    () => ofScreen.where('shared', '=', 1).where('account_id', '<>', accountId).limit(mostShared).execute(),
  ])
  return [...own, ...shared].map(toView)
}

/** Kept from others until the transaction ends. */
export async function lockView(tx: Tx, dialect: Dialect, id: string): Promise<SavedView | undefined> {
  const query = tx.selectFrom('saved_view').selectAll().where('id', '=', id)
  const row = await query.modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
  return row && toView(row)
}

/** Two tabs of one person save one after the other. */
export async function holdAccount(tx: Tx, dialect: Dialect, accountId: string): Promise<void> {
  const query = tx.selectFrom('account').select('id').where('id', '=', accountId)
  await query.modifyEnd(sql.raw(dialect.updateLock)).execute()
}

export async function ownViewNamed(
  tx: Tx,
  { accountId, screen }: Pick<SavedView, 'accountId' | 'screen'>,
  nameKey: string,
): Promise<SavedView | undefined> {
  const row = await tx
    .selectFrom('saved_view')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('screen', '=', screen)
    .where('name_key', '=', nameKey)
    .executeTakeFirst()
  return row && toView(row)
}

export async function countViews(tx: Tx, accountId: string, screen: string): Promise<number> {
  const query = tx.selectFrom('saved_view').select((is) => is.fn.countAll().as('count'))
  const row = await query
    .where('account_id', '=', accountId)
    .where('screen', '=', screen)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Made, or written over where it is there already. */
export async function putView(tx: Tx, view: SavedView, nameKey: string): Promise<void> {
  const { name, query } = view
  const kept = { name, query, shared: view.shared ? 1 : 0 }
  const row = {
    id: view.id,
    account_id: view.accountId,
    screen: view.screen,
    name_key: nameKey,
    created_at: view.createdAt,
    ...kept,
  }
  await tx
    .insertInto('saved_view')
    .values(row)
    .onConflict((is) => is.column('id').doUpdateSet(kept))
    .execute()
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_view').where('id', '=', id).execute()
}
