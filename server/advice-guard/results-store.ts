import { sql } from 'kysely'
import type { AnsweredAdvice } from '#domain/advice/results.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { ScopeContext } from '../core/territory-filter.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import type { Db } from '../store/dialect.ts'

interface Row {
  season: string | null
  soil: string | null
  crops: string | null
  materials: string | null
  crop_result: string | null
  material_result: string | null
  count: number
}

/** What visits to customers in scope say about the advice of the visit made before them, counted by the database. */
export async function answeredAdvice(ctx: ScopeContext, db: Db): Promise<AnsweredAdvice[]> {
  const scope = territoryFilter(ctx, 'customer', 'customer')?.test()
  // On SQLite a cross join is made in the order in which it is written, and an expression keeps it from the index of the status.
  const tables = scope ? sql`customer cross join visit` : sql`visit cross join customer`
  const before = (column: string) =>
    sql`lag(${sql.ref(`visit.${column}`)}) over (partition by visit.customer_code
      order by visit.visited_on, coalesce(visit.recorded_at, visit.created_at), visit.natural_key)`
  const { rows } = await sql<Row>`
    select season, soil, crops, materials, crop_result, material_result, cast(count(*) as integer) as count from (
      select visit.last_crop_result as crop_result, visit.last_material_result as material_result,
        customer.soil_name as soil, ${before('season_recommendation')} as season,
        ${before('new_recommended_crops')} as crops, ${before('new_recommended_materials')} as materials
      from ${tables}
      where customer.customer_code = visit.customer_code and visit.status || '' = 'visited' and ${scope ?? sql`true`}
    ) as answered
    where crop_result in ('worked', 'did not work') or material_result in ('worked', 'did not work')
    group by season, soil, crops, materials, crop_result, material_result`.execute(db)
  return rows.map((row) => ({
    season: row.season,
    soil: row.soil,
    crops: listIn(row.crops),
    materials: listIn(row.materials),
    cropResult: row.crop_result,
    materialResult: row.material_result,
    count: Number(row.count),
  }))
}

const listIn = (text: string | null): readonly string[] => (text === null ? [] : parseJson(text, isTexts))
