import { sql, type SqlBool } from 'kysely'
import { territoryOf } from '#domain/access/actor.ts'
import { customerSubjects, employeeSubjects } from '#domain/access/customer-subjects.ts'
import type { TerritoryNode } from '#domain/access/rights.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import type { Context } from '../core/context.ts'
import { hasTerritory, territoryFilter } from '../core/territory-filter.ts'
import { dynamic } from '../store/dialect.ts'
import type { RecordChange } from '../store/changes/record-changes.ts'
import { padToBucket } from '../store/query/prepared.ts'

/**
 * The deletions that the reader may know of. A deleted customer or employee counts by the places it had, a record of theirs by
 * whether that customer or employee is in scope.
 */
export async function deletedInScope(
  ctx: Context,
  entity: Entity,
  deletions: readonly RecordChange[],
): Promise<ReadonlySet<RecordChange>> {
  const places = territoryOf(ctx.actor)
  if (deletions.length === 0 || !places || !hasTerritory(entity.name)) return new Set(deletions)
  if (entity.name === 'customer' || entity.name === 'employee')
    return new Set(deletions.filter(({ before }) => before && isInPlaces(before, places)))
  const isOfEmployee = employeeSubjects.includes(entity.name)
  const codes = deletions.map(({ before }) =>
    textIn(before, isOfEmployee ? 'employee_number' : 'customer_code'),
  )
  const seen = await ownersInScope(ctx, isOfEmployee ? 'employee' : 'customer', codes)
  const mayLackOwner = !isOfEmployee && !customerSubjects.includes(entity.name)
  return new Set(
    deletions.filter((_, at) => {
      const code = codes[at]
      return code === undefined ? mayLackOwner : seen.has(code)
    }),
  )
}

const textIn = (values: RecordValues | null, column: string): string | undefined => {
  const found = Object.entries(values ?? {}).find(([name]) => columnName(name) === column)?.[1]
  return typeof found === 'string' ? found : undefined
}

const isInPlaces = (values: RecordValues, places: readonly TerritoryNode[]): boolean =>
  places.some(({ level, code }) => textIn(values, `${level}_code`) === code)

async function ownersInScope(
  ctx: Context,
  owner: 'customer' | 'employee',
  codes: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(codes.filter((code) => code !== undefined))]
  if (wanted.length === 0) return new Set()
  const column = owner === 'customer' ? 'customer_code' : 'employee_number'
  const rows = await dynamic(ctx.store.read)
    .selectFrom(owner)
    .select(`${column} as code`)
    .where(column, 'in', padToBucket(wanted))
    .where(territoryFilter(ctx, owner, owner)?.test() ?? sql<SqlBool>`true`)
    .execute()
  return new Set(rows.map(({ code }) => String(code)))
}
