import type { Actor } from '#domain/access/actor.ts'
import type { LocationConsent } from '#domain/api/accounts/account.ts'
import type { Db } from '../store/dialect.ts'

export async function readConsent(db: Db, id: string): Promise<LocationConsent> {
  const row = await db
    .selectFrom('account')
    .select(['location_allowed_at', 'location_withdrawn_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { allowedAt: row?.location_allowed_at ?? null, withdrawnAt: row?.location_withdrawn_at ?? null }
}

export async function hasConsent(db: Db, id: string): Promise<boolean> {
  const { allowedAt, withdrawnAt } = await readConsent(db, id)
  return allowedAt !== null && withdrawnAt === null
}

/** Whether the location of the actor may be stored: programs have none. */
export const isLocationAllowed = async (db: Db, actor: Actor): Promise<boolean> =>
  actor.kind !== 'account' || hasConsent(db, actor.id)
