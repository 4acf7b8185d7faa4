import type { Entity } from '#domain/catalogue/entity.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { dynamic, type Tx } from '../store/dialect.ts'
import type { Change } from './reference-changes.ts'

/** Accounts and API tokens store their role by code, so a renamed role is renamed there; they store places by id. */
export async function renameRolesInAccess(tx: Tx, entity: Entity, changes: readonly Change[]): Promise<void> {
  if (entity.name !== 'role') return
  for (const { record, after } of changes) {
    const [from, to] = [textAt(record, 'Role_Code'), textAt(after!, 'Role_Code')]
    if (from !== to) await renameRole(tx, from, to)
  }
}

async function renameRole(tx: Tx, from: string, to: string): Promise<void> {
  // The rights of a deleted role that had this code.
  await tx.deleteFrom('role_right').where('role_code', '=', to).execute()
  for (const table of ['account', 'role_right', 'api_token'])
    await dynamic(tx).updateTable(table).set({ role_code: to }).where('role_code', '=', from).execute()
}
