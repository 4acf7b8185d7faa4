import type { Suit, Supply } from '#domain/visits/advice.ts'
import type { Condition, Db } from '../store/dialect.ts'

/** Which crops a soil of this name suits, and when; with their codes, which lead on to their materials. */
export async function suitsOf(db: Db, soilName: string): Promise<(Suit & { code: string })[]> {
  const rows = await db
    .selectFrom('soil')
    .innerJoin('crop_soil_season_mapping as mapping', 'mapping.soil_code', 'soil.soil_code')
    .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
    .innerJoin('season', 'season.season_code', 'mapping.season_code')
    .select(['crop.crop_code', 'crop.crop_name', 'season.season_name'])
    .where('soil.soil_name', '=', soilName)
    .orderBy('season.season_code')
    .execute()
  return rows.map((row) => ({
    code: String(row['crop_code']),
    crop: String(row['crop_name']),
    season: String(row['season_name']),
  }))
}

/** Several crops may share a name: they differ in type and grade. */
export async function codesOfCrops(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('crop').select('crop_code').where('crop_name', 'in', names).execute()
  return rows.map((row) => String(row['crop_code']))
}

/** The materials mapped to these crops. */
export async function suppliesOf(db: Db, cropCodes: readonly string[]): Promise<Supply[]> {
  if (cropCodes.length === 0) return []
  const rows = await db
    .selectFrom('crop_material_mapping as mapping')
    .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
    .innerJoin('material', 'material.material_code', 'mapping.material_code')
    .select(['crop.crop_name', 'material.material_name'])
    .where('mapping.crop_code', 'in', cropCodes)
    .execute()
  return rows.map((row) => ({ crop: String(row['crop_name']), material: String(row['material_name']) }))
}

/** How many names there are to choose from. */
export async function countNames(db: Db, table: 'crop' | 'material', column: string): Promise<number> {
  const names = db.selectFrom(table).select(column).distinct().as('names')
  const row = await db
    .selectFrom(names)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface MappedCrop {
  code: string
  crop: string
  soil: string
  season: string
}

/** Every mapping of a crop that has no material. */
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
    code: String(row['crop_code']),
    crop: String(row['crop_name']),
    soil: String(row['soil_name']),
    season: String(row['season_name']),
  }))
}

/** How many customers have each soil, by its name. */
export async function customersBySoil(
  db: Db,
  limit: Condition | undefined,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('customer')
    .$if(limit !== undefined, (seen) => seen.where(limit!.test()))
    .select((is) => ['soil_name', is.fn.countAll<number>().as('count')])
    .groupBy('soil_name')
    .execute()
  return new Map(rows.map((row) => [String(row['soil_name']), Number(row['count'])]))
}

/** The soils to which no crop is mapped, in any season. */
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
  return rows.map((row) => ({ code: String(row['soil_code']), soil: String(row['soil_name']) }))
}
