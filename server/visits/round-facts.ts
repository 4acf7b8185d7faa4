import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Balance } from '#domain/visits/balance.ts'
import type { ReasonFacts } from '#domain/visits/reasons.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import type { Row } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

/** What is known beside the visits of a round and their customers. */
export interface Besides {
  balances: ReadonlyMap<string, Balance>
  customerPlaces: ReadonlyMap<string, string>
  cityPlaces: ReadonlyMap<string, string>
  /** By the visit that made the promise. */
  promises: ReadonlyMap<string, { on: string; at: string }>
  /** By soil. */
  crops: ReadonlyMap<string, ReasonFacts['crops']>
}

export async function besidesOf(ctx: Context, rows: readonly Row[]): Promise<Besides> {
  const among = (column: string): string[] => [
    ...new Set(rows.flatMap((row) => (row[column] === null ? [] : [String(row[column])]))),
  ]
  const [balances, customerPlaces, cityPlaces, promises, crops] = await inParallel([
    () => balancesOf(ctx, among('customer_code')),
    () => placesOf(ctx, 'customerPlace', 'customer_code', among('customer_code')),
    () => placesOf(ctx, 'cityPlace', 'city_code', among('city_code')),
    () => promisesOf(ctx, among('last_visit_id')),
    () => cropsOf(ctx, among('soil_name')),
  ])
  return { balances, customerPlaces, cityPlaces, promises, crops }
}

async function balancesOf(ctx: Context, codes: readonly string[]): Promise<Besides['balances']> {
  demand(ctx, 'read', 'balance')
  if (codes.length === 0) return new Map()
  const balance = entityNamed('balance')
  const rows = await ctx.store.read
    .selectFrom(balance.table)
    .select(shapeOf(balance).selection)
    .where('customer_code', 'in', codes)
    .execute()
  return new Map(
    rows.map((row) => {
      const { Customer_Code, As_Of, Receivable, Overdue } = toRecord(balance, row)
      return [String(Customer_Code), { As_Of, Receivable, Overdue } as Balance]
    }),
  )
}

async function placesOf(
  ctx: Context,
  name: 'customerPlace' | 'cityPlace',
  column: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  demand(ctx, 'read', name)
  if (codes.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom(entityNamed(name).table)
    .select([column, 'place'])
    .where(column, 'in', codes)
    .execute()
  return new Map(rows.map((row) => [String(row[column]), String(row['place'])]))
}

async function promisesOf(ctx: Context, visitIds: readonly string[]): Promise<Besides['promises']> {
  if (visitIds.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('visit')
    .select(['visit_id', 'visited_on', 'next_visit_suggested'])
    .where('visit_id', 'in', visitIds)
    .where('visited_on', 'is not', null)
    .where('next_visit_suggested', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [
      String(row['visit_id']),
      { on: String(row['visited_on']), at: String(row['next_visit_suggested']) },
    ]),
  )
}

/** What grows on these soils, and when: only what the mappings say. */
async function cropsOf(ctx: Context, soils: readonly string[]): Promise<Besides['crops']> {
  for (const name of ['cropSoilSeasonMapping', 'soil', 'season', 'crop']) demand(ctx, 'read', name)
  if (soils.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('crop_soil_season_mapping as mapping')
    .innerJoin('soil', 'soil.soil_code', 'mapping.soil_code')
    .innerJoin('season', 'season.season_code', 'mapping.season_code')
    .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
    .select(['soil.soil_name', 'season.season_name', 'crop.crop_name'])
    .where('soil.soil_name', 'in', soils)
    .execute()
  const crops = new Map<string, { season: string; crop: string }[]>()
  for (const row of rows) {
    const soil = String(row['soil_name'])
    const known = crops.get(soil) ?? []
    crops.set(soil, [...known, { season: String(row['season_name']), crop: String(row['crop_name']) }])
  }
  return crops
}
