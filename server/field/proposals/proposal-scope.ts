import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { territoryOf } from '#domain/access/actor.ts'
import type { Level } from '#domain/access/rights.ts'
import type { Context } from '../../core/context.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import { recordedInScope } from '../recorded-in-scope.ts'
import type { ProposalScope } from './proposal-store.ts'

/**
 * The proposals that an account sees: those about customers in its scope, those for a city in its scope, and those made by
 * itself or by employees in its scope. Undefined: all.
 */
export function proposalScope(ctx: Context): ProposalScope {
  const places = territoryOf(ctx.actor)
  if (!places) return undefined
  const codesOf = (level: Level): string[] =>
    places.filter((place) => place.level === level).map(({ code }) => code)
  const city = ctx.store.dialect.jsonMember('proposal.proposed_values', 'City_Code')
  const isIn = (column: string, level: Level): RawBuilder<SqlBool>[] => {
    const codes = codesOf(level)
    return codes.length > 0 ? [sql<SqlBool>`${sql.ref(column)} in (${sql.join(codes)})`] : []
  }
  const cities = [
    ...isIn('place.city_code', 'city'),
    ...isIn('place.state_code', 'state'),
    ...isIn('wider.zone_code', 'zone'),
  ]
  const customers = territoryFilter(ctx, 'customer', 'about')!
  const tests = [
    sql<SqlBool>`exists (select 1 from customer as about
      where about.id = proposal.customer_id and ${customers.test()})`,
    recordedInScope(ctx, 'proposal.account_id')!,
    ...(cities.length > 0
      ? [
          sql<SqlBool>`exists (select 1 from city as place join state as wider on wider.state_code = place.state_code
            where place.city_code = ${city} and (${sql.join(cities, sql` or `)}))`,
        ]
      : []),
  ]
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}
