import type { SuitableCrop } from '#domain/visits/advice.ts'
import { dynamic, type Condition, type Db } from '../store/dialect.ts'

/** The crops that suit a soil of this name, with season and crop code. */
export async function suitsOf(db: Db, soilName: string): Promise<(SuitableCrop & { code: string })[]> {
  const rows = await db
    .selectFrom('soil')
    .innerJoin('crop_soil_season_mapping as mapping', 'mapping.soil_code', 'soil.soil_code')
    .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
    .innerJoin('season', 'season.season_code', 'mapping.season_code')
    .select(['crop.crop_code', 'crop.crop_name', 'season.season_name'])
    .where('soil.soil_name', '=', soilName)
    .where('mapping.retired_on', 'is', null)
    .where('crop.retired_on', 'is', null)
    .where('season.retired_on', 'is', null)
    .orderBy('season.season_code')
    .execute()
  return rows.map((row) => ({
    code: row.crop_code,
    crop: row.crop_name,
    season: row.season_name,
  }))
}

/** Several crops can share a name: they differ in type and grade. */
export async function codesOfCrops(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('crop').select('crop_code').where('crop_name', 'in', names).execute()
  return rows.map((row) => row.crop_code)
}

/** The number of distinct names. */
export async function countNames(db: Db, table: 'crop' | 'material'): Promise<number> {
  const names = dynamic(db).selectFrom(table).select(`${table}_name`).distinct().as('names')
  const row = await db
    .selectFrom(names)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export interface MappedCrop {
  code: string
  crop: string
  soil: string
  season: string
}

/** The mappings of crops without a material. */
export async function cropsWithoutMaterial(db: Db): Promise<MappedCrop[]> {
  const rows = await db
    .selectFrom('crop_soil_season_mapping as mapping')
    .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
    .innerJoin('soil', 'soil.soil_code', 'mapping.soil_code')
    .innerJoin('season', 'season.season_code', 'mapping.season_code')
    .select(['crop.crop_code', 'crop.crop_name', 'soil.soil_name', 'season.season_name'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('crop_material_mapping as supply')
            .select('supply.id')
            .whereRef('supply.crop_code', '=', 'mapping.crop_code'),
        ),
      ),
    )
    .orderBy('crop.crop_code')
    .orderBy('mapping.natural_key')
    .execute()
  return rows.map((row) => ({
    code: row.crop_code,
    crop: row.crop_name,
    soil: row.soil_name,
    season: row.season_name,
  }))
}

/** The number of customers by soil name. */
export async function customersBySoil(
  db: Db,
  limit: Condition | undefined,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('customer')
    .$if(limit !== undefined, (query) => query.where(limit!.test()))
    .select((eb) => ['soil_name', eb.fn.countAll<number>().as('count')])
    .groupBy('soil_name')
    .execute()
  return new Map(rows.map((row) => [row.soil_name, row.count]))
}

/** Soils without a mapped crop in any season. */
export async function soilsWithoutCrop(db: Db): Promise<{ code: string; soil: string }[]> {
  const rows = await db
    .selectFrom('soil')
    .select(['soil_code', 'soil_name'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('crop_soil_season_mapping as mapping')
            .innerJoin('soil as same', 'same.soil_code', 'mapping.soil_code')
            .select('mapping.id')
            .whereRef('same.soil_name', '=', 'soil.soil_name'),
        ),
      ),
    )
    .orderBy('soil_code')
    .execute()
  return rows.map((row) => ({ code: row.soil_code, soil: row.soil_name }))
}
