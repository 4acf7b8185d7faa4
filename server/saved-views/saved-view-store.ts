import { sql } from 'kysely'
import { inParallel } from '../base/in-parallel.ts'
import type { Db, Dialect, Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export interface SavedView {
  id: string
  accountId: string
  screen: string
  name: string
  query: string
  shared: boolean
  createdAt: string
  /** The name of the account that saved it; null once the account is deleted. */
  by: string | null
}

type ViewRow = Omit<Tables['saved_view'], 'name_key'> & { username?: string | null }

const toView = (row: ViewRow): SavedView => ({
  id: row.id,
  accountId: row.account_id,
  screen: row.screen,
  name: row.name,
  query: row.query,
  shared: row.shared === 1,
  createdAt: row.created_at,
  by: row.username ?? null,
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

/** Limits the shared views; the account's own views are always returned. */
const maxShared = 500

/** The account's own views, then the shared views of other accounts, each sorted by name. */
export async function viewsOf(db: Db, accountId: string, screen: string): Promise<SavedView[]> {
  const ofScreen = views(db).where('screen', '=', screen).orderBy('name_key')
  const [own, shared] = await inParallel([
    () => ofScreen.where('account_id', '=', accountId).execute(),
    () => ofScreen.where('shared', '=', 1).where('account_id', '<>', accountId).limit(maxShared).execute(),
  ])
  return [...own, ...shared].map(toView)
}

/** Locked until the transaction ends. */
export async function lockView(tx: Tx, dialect: Dialect, id: string): Promise<SavedView | undefined> {
  const query = tx.selectFrom('saved_view').selectAll().where('id', '=', id)
  const row = await query.modifyEnd(sql.raw(dialect.updateLock)).executeTakeFirst()
  return row && toView(row)
}

/** Serializes concurrent saves of one account. */
export async function lockAccount(tx: Tx, dialect: Dialect, accountId: string): Promise<void> {
  const query = tx.selectFrom('account').select('id').where('id', '=', accountId)
  await query.modifyEnd(sql.raw(dialect.updateLock)).execute()
}

export async function findOwnView(
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
  const query = tx.selectFrom('saved_view').select((is) => is.fn.countAll<number>().as('count'))
  const row = await query
    .where('account_id', '=', accountId)
    .where('screen', '=', screen)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function upsertView(tx: Tx, view: SavedView, nameKey: string): Promise<void> {
  const { name, query } = view
  const columns = { name, query, shared: view.shared ? 1 : 0 }
  const row = {
    id: view.id,
    account_id: view.accountId,
    screen: view.screen,
    name_key: nameKey,
    created_at: view.createdAt,
    ...columns,
  }
  await tx
    .insertInto('saved_view')
    .values(row)
    .onConflict((is) => is.column('id').doUpdateSet(columns))
    .execute()
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_view').where('id', '=', id).execute()
}
