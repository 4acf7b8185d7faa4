import type { Entity } from '#domain/catalogue/entity.ts'
import type { Tx } from '../store/dialect.ts'
import type { Change } from './repoint-changes.ts'

/** Accounts and API tokens hold their roles by code, and keep them under the new one; their places they hold by id. */
export async function followInAccess(tx: Tx, entity: Entity, changes: readonly Change[]): Promise<void> {
  if (entity.name !== 'role') return
  const [code] = entity.key
  for (const { record, after } of changes) {
    const [from, to] = [record[code!] as string, after![code!] as string]
    if (from !== to) await renameRole(tx, from, to)
  }
}

async function renameRole(tx: Tx, from: string, to: string): Promise<void> {
  // What was decided about a role that is gone and had this code.
  await tx.deleteFrom('role_right').where('role_code', '=', to).execute()
  for (const table of ['account', 'role_right', 'api_token'])
    await tx.updateTable(table).set({ role_code: to }).where('role_code', '=', from).execute()
}
