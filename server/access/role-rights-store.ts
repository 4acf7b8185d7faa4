import { sql } from 'kysely'
import { nameOfActor } from '#domain/access/actor.ts'
import { shownRoleName } from '#domain/access/role-words.ts'
import type { RoleDecision } from '#domain/access/role-rights.ts'
import { parseRights } from '#domain/access/stored-access.ts'
import type { Context } from '../core/context.ts'
import type { Db, Tx } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

export interface StoredDecision extends RoleDecision {
  role: string
  version: number
  requiresFactor: boolean
}

const decisionOf = (row: Tables['role_right']): StoredDecision => ({
  role: row.role_code,
  rights: parseRights(row.rights),
  sees: row.sees,
  version: row.version,
  requiresFactor: row.factor_required_since !== null,
})

/** The changed rights of these roles, by code. */
export async function readRoleDecisions(
  db: Db,
  roles: readonly string[],
): Promise<ReadonlyMap<string, StoredDecision>> {
  if (roles.length === 0) return new Map()
  const rows = await db.selectFrom('role_right').selectAll().where('role_code', 'in', roles).execute()
  return new Map(rows.map((row) => [row.role_code, decisionOf(row)]))
}

export interface NamedRole {
  code: string
  name: string
  retiredOn: string | null
}

export async function allRoles(db: Db): Promise<NamedRole[]> {
  const rows = await db
    .selectFrom('role')
    .select(['role_code', 'role_name', 'retired_on'])
    .orderBy('natural_key')
    .execute()
  return rows.map((row) => ({
    code: row.role_code,
    name: shownRoleName(row.role_code, row.role_name),
    retiredOn: row.retired_on,
  }))
}

/** The ids of active accounts by role, whether the role comes from the account itself or from the masters. */
export async function accountsByRole(
  db: Db,
  among?: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const isAmong = among ? sql`and a.id in (${sql.join(among)})` : sql``
  const { rows } = await sql<{ id: string; role: string }>`
    select a.id, a.role_code as role from account as a
      where a.status = 'active' and a.role_code is not null ${isAmong}
    union
    select a.id, r.role_code as role from account as a
      join staff_user as s on lower(s.emp_mail_id) = a.email_key
      join user_role as r on r.employee_code = s.employee_code
      where a.status = 'active' and a.unvouched_since is null ${isAmong}`.execute(db)
  const found = Map.groupBy(rows, ({ role }) => role)
  return new Map([...found].map(([role, all]) => [role, all.map(({ id }) => id).toSorted()]))
}

/** False if another user changed the rights meanwhile. */
export async function saveDecision(
  tx: Tx,
  role: string,
  { rights, sees }: RoleDecision,
  version: number,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): Promise<boolean> {
  const row = {
    rights: JSON.stringify(rights),
    sees,
    version: version + 1,
    changed_at: now().toISOString(),
    changed_by: nameOfActor(actor),
  }
  if (version === 0) return insertRowUnlessThere(tx, { role_code: role, ...row, factor_required_since: null })
  return updateRow(tx, role, version, row)
}

/** The same for the second factor: the rights stay as they are, also the defaults. */
export async function saveRequiredFactor(
  tx: Tx,
  role: string,
  isRequired: boolean,
  version: number,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): Promise<boolean> {
  const at = now().toISOString()
  const row = {
    factor_required_since: isRequired ? at : null,
    version: version + 1,
    changed_at: at,
    changed_by: nameOfActor(actor),
  }
  if (version === 0) return insertRowUnlessThere(tx, { role_code: role, rights: '{}', sees: null, ...row })
  return updateRow(tx, role, version, row)
}

async function updateRow(
  tx: Tx,
  role: string,
  version: number,
  row: Partial<Tables['role_right']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('role_right')
    .set(row)
    .where('role_code', '=', role)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function insertRowUnlessThere(tx: Tx, row: Tables['role_right']): Promise<boolean> {
  const inserted = await tx
    .insertInto('role_right')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('role_code')
    .executeTakeFirst()
  return inserted !== undefined
}
