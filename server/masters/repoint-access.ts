import type { Entity } from '#domain/catalogue/entity.ts'
import { levels, type Level, type Scope } from '#domain/access/rights.ts'
import type { Tx } from '../store/dialect.ts'
import type { Change } from './repoint-changes.ts'

/** Accounts and API tokens hold their roles and places by code, and keep them under the new one. */
export async function followInAccess(tx: Tx, entity: Entity, changes: readonly Change[]): Promise<void> {
  const level = levels.find((each) => each === entity.name)
  if (entity.name !== 'role' && !level) return
  const [code] = entity.key
  for (const { record, after } of changes) {
    const [from, to] = [record[code!] as string, after![code!] as string]
    if (from === to) continue
    await (level ? renamePlace(tx, level, from, to) : renameRole(tx, from, to))
  }
}

async function renameRole(tx: Tx, from: string, to: string): Promise<void> {
  // What was decided about a role that is gone and had this code.
  await tx.deleteFrom('role_right').where('role_code', '=', to).execute()
  for (const table of ['account', 'role_right', 'api_token'])
    await tx.updateTable(table).set({ role_code: to }).where('role_code', '=', from).execute()
}

async function renamePlace(tx: Tx, level: Level, from: string, to: string): Promise<void> {
  const isIt = (place: { level: string; code: string }): boolean =>
    place.level === level && place.code === from
  // Given while another place, which is gone, had this code.
  await tx.deleteFrom('account_place').where('level', '=', level).where('code', '=', to).execute()
  const given = tx.updateTable('account_place').set({ code: to })
  await given.where('level', '=', level).where('code', '=', from).execute()
  for (const { id, places } of await tx.selectFrom('api_token').select(['id', 'places']).execute()) {
    const scope = JSON.parse(String(places)) as Scope
    if (scope === 'everything' || !scope.some(isIt)) continue
    const renamed = scope.map((place) => (isIt(place) ? { level, code: to } : place))
    const token = tx.updateTable('api_token').set({ places: JSON.stringify(renamed) })
    await token.where('id', '=', String(id)).execute()
  }
}
