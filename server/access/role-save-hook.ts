import { builtInRoles } from '#domain/access/actor.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { conflict } from '#domain/problem.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { t } from '#domain/messages/t.ts'

interface RoleChange {
  before: Pick<RecordNamed<'role'>, 'Role_Code'> | null
  after: Pick<RecordNamed<'role'>, 'Role_Code'> | null
  restored?: string
}

/** A role that accounts have cannot be deleted, nor its code changed; a new role starts without rights. */
export async function checkRole(
  { before, after, restored }: RoleChange,
  { writer }: { writer: RecordWriter },
): Promise<void> {
  // The rights of a deleted role do not apply to a new role with the same code.
  if (!before && after && restored === undefined)
    await writer.tx.deleteFrom('role_right').where('role_code', '=', after.Role_Code).execute()
  const code = before?.Role_Code
  if (!code || after?.Role_Code === code) return
  if (Object.hasOwn(builtInRoles, code)) {
    throw conflict(
      t('The role {code} is built in: it can be renamed, but not deleted and its code not changed', { code }),
    )
  }
  const holders = await writer.tx
    .selectFrom('account')
    .select(['id', 'username'])
    .where('role_code', '=', code)
    .execute()
  if (holders.length === 0) return
  const records = holders
    .slice(0, 5)
    .map(({ id, username }) => ({ id, name: t('Account {name}', { name: username }) }))
  const usedBy = [{ entity: 'account', path: 'admin/users', field: 'role', count: holders.length, records }]
  throw conflict(
    t(
      'Role {code} is held by {count, plural, one {# account} other {# accounts}}. Give them another role first',
      { code, count: holders.length },
    ),
    [],
    {
      usedBy,
    },
  )
}
