import { shownRoleName } from '#domain/access/role-words.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { membershipsOf } from '../access/membership.ts'
import type { Db } from '../store/dialect.ts'

/** The role to propose for an account that waits for approval. */
export interface Proposal {
  role: string
  name: string
}

/**
 * For an account with the address of an employee: the role of its User Role Combinations if there is exactly one, and Field if there
 * is none. The visitor typed the address, so Administrator is never proposed, and neither is a retired role.
 */
export async function proposalsFor(
  db: Db,
  accounts: readonly UserView[],
): Promise<ReadonlyMap<string, Proposal>> {
  const known = accounts.filter(({ employee }) => employee !== null)
  if (known.length === 0) return new Map()
  // Without the id: the masters do not apply to the account itself before an administrator confirms its address.
  const memberships = await membershipsOf(
    db,
    known.map(({ email }) => ({ id: '', email, role: null })),
  )
  const chosen = known.flatMap(({ id }, at): [string, string][] => {
    const [role = 'FIELD', other] = memberships[at]!.roles
    return other === undefined && role !== 'ADMIN' ? [[id, role]] : []
  })
  const rows = await db
    .selectFrom('role')
    .select(['role_code', 'role_name'])
    .where('role_code', 'in', ['', ...chosen.map(([, role]) => role)])
    .where('retired_on', 'is', null)
    .execute()
  const names = new Map(rows.map((row) => [row.role_code, shownRoleName(row.role_code, row.role_name)]))
  return new Map(
    chosen.flatMap(([id, role]) => {
      const name = names.get(role)
      return name === undefined ? [] : [[id, { role, name }] as const]
    }),
  )
}
