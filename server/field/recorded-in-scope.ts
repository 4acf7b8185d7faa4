import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ownWorkOf } from '#domain/access/actor.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'

/** What the account itself, or employees in its scope, recorded, by a column with the account; undefined: all. */
export function recordedInScope(ctx: Context, column: string): RawBuilder<SqlBool> | undefined {
  const employees = territoryFilter(ctx, 'employee', 'maker')
  if (!employees) return undefined
  const makers = [
    ...(ctx.actor.kind === 'account' ? [ctx.actor.id] : []),
    ...(ownWorkOf(ctx.actor)?.accounts ?? []),
  ]
  const byEmployee = sql<SqlBool>`exists (select 1 from account join employee as maker on lower(maker.email) = account.email_key
    where account.id = ${sql.ref(column)} and ${employees.test()})`
  return makers.length === 0
    ? byEmployee
    : sql<SqlBool>`(${byEmployee} or ${sql.ref(column)} in (${sql.join(makers)}))`
}
