import { sql } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formatCode } from '#domain/catalogue/kinds/code.ts'
import type { Db, Tx } from './dialect.ts'

const nameOfSeries = (entity: Entity, field: string): string => `${entity.name}.${field}`

function seriesOf(entity: Entity, field: string): { prefix: string; width: number } {
  const series = entity.fields[field]?.series
  if (!series) throw new Error(`${entity.name}.${field} is not a generated code`)
  return series
}

/**
 * Takes the next code inside the saving transaction. The counter row is locked until that ends, so nobody else can get
 * the same number, and a save that fails gives its number back.
 */
export async function nextCode(tx: Tx, entity: Entity, field: string): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    insert into code_series (series, last) values (${nameOfSeries(entity, field)}, 1)
    on conflict (series) do update set last = code_series.last + 1
    returning last`.execute(tx)
  return formatCode(seriesOf(entity, field), Number(rows[0]!.last))
}

/** The last code dealt out; number zero before the first. */
export async function lastCode(db: Db, entity: Entity, field: string): Promise<string> {
  const row = await db
    .selectFrom('code_series')
    .select('last')
    .where('series', '=', nameOfSeries(entity, field))
    .executeTakeFirst()
  return formatCode(seriesOf(entity, field), Number(row?.['last'] ?? 0))
}
