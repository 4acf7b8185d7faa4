import type { NotNull } from 'kysely'
import { entities } from '#domain/catalogue/catalogue.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Balance } from '#domain/balances/balance.ts'
import type { LastPromise, ReasonFacts } from '#domain/visits/reasons.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { lastPromisesOf } from '../promises/promise-of-visit.ts'
import { dynamic } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'
import type { VisitWithCustomer } from '../visits/planned-visits.ts'

/** Data of the stops of a day route, besides the visits and their customers. */
export interface StopFacts {
  balances: ReadonlyMap<string, Balance>
  promises: ReadonlyMap<string, LastPromise>
  customerPlaces: ReadonlyMap<string, string>
  cityPlaces: ReadonlyMap<string, string>
  /** Suggested next visits, by the visit that suggested them. */
  suggestedVisits: ReadonlyMap<string, { on: string; at: string }>
  /** By soil. */
  crops: ReadonlyMap<string, ReasonFacts['crops']>
  /** Of soils, seasons and crops, by their usual names. */
  localNames: Readonly<Record<string, string | null>>
}

export async function loadStopFacts(ctx: Context, rows: readonly VisitWithCustomer[]): Promise<StopFacts> {
  const distinctValues = (
    column: 'customer_code' | 'city_code' | 'last_visit_id' | 'soil_name',
  ): string[] => [...new Set(rows.flatMap((row) => row[column] ?? []))]
  const [balances, promises, customerPlaces, cityPlaces, suggestedVisits, suited] = await inParallel([
    () => balancesOf(ctx, distinctValues('customer_code')),
    () => lastPromisesOf(ctx.store.read, distinctValues('customer_code')),
    () => customerPlacesOf(ctx, distinctValues('customer_code')),
    () => cityPlacesOf(ctx, distinctValues('city_code')),
    () => suggestedVisitsOf(ctx, distinctValues('last_visit_id')),
    () => cropsOf(ctx, distinctValues('soil_name')),
  ])
  return { balances, promises, customerPlaces, cityPlaces, suggestedVisits, ...suited }
}

async function balancesOf(ctx: Context, codes: readonly string[]): Promise<StopFacts['balances']> {
  requireRight(ctx, 'read', 'balance')
  if (codes.length === 0) return new Map()
  const { balance } = entities
  const rows = await dynamic(ctx.store.read)
    .selectFrom(tableOf(balance))
    .select(shapeOf(balance).selection)
    .where('customer_code', 'in', codes)
    .execute()
  return new Map(
    rows.map((row) => {
      const { Customer_Code, As_Of, Receivable, Overdue } = toRecord(balance, row)
      return [Customer_Code, { As_Of, Receivable, Overdue }]
    }),
  )
}

async function customerPlacesOf(
  ctx: Context,
  codes: readonly string[],
): Promise<StopFacts['customerPlaces']> {
  requireRight(ctx, 'read', 'customerPlace')
  if (codes.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('customer_place')
    .select(['customer_code', 'place'])
    .where('customer_code', 'in', codes)
    .execute()
  return new Map(rows.map((row) => [row.customer_code, row.place]))
}

async function cityPlacesOf(ctx: Context, codes: readonly string[]): Promise<StopFacts['cityPlaces']> {
  requireRight(ctx, 'read', 'cityPlace')
  if (codes.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('city_place')
    .select(['city_code', 'place'])
    .where('city_code', 'in', codes)
    .execute()
  return new Map(rows.map((row) => [row.city_code, row.place]))
}

async function suggestedVisitsOf(
  ctx: Context,
  visitIds: readonly string[],
): Promise<StopFacts['suggestedVisits']> {
  if (visitIds.length === 0) return new Map()
  const rows = await ctx.store.read
    .selectFrom('visit')
    .select(['visit_id', 'visited_on', 'next_visit_suggested'])
    .where('visit_id', 'in', visitIds)
    .where('visited_on', 'is not', null)
    .where('next_visit_suggested', 'is not', null)
    .$narrowType<{ visited_on: NotNull; next_visit_suggested: NotNull }>()
    .execute()
  return new Map(rows.map((row) => [row.visit_id, { on: row.visited_on, at: row.next_visit_suggested }]))
}

/** Mapped crops of these soils, with their season. */
async function cropsOf(
  ctx: Context,
  soils: readonly string[],
): Promise<Pick<StopFacts, 'crops' | 'localNames'>> {
  for (const name of ['cropSoilSeasonMapping', 'soil', 'season', 'crop']) requireRight(ctx, 'read', name)
  if (soils.length === 0) return { crops: new Map(), localNames: {} }
  const rows = await ctx.store.read
    .selectFrom('crop_soil_season_mapping as mapping')
    .innerJoin('soil', 'soil.soil_code', 'mapping.soil_code')
    .innerJoin('season', 'season.season_code', 'mapping.season_code')
    .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
    .select([
      'soil.soil_name',
      'soil.local_name as soil_local_name',
      'season.season_name',
      'season.local_name as season_local_name',
      'crop.crop_name',
      'crop.local_name as crop_local_name',
    ])
    .where('soil.soil_name', 'in', soils)
    .where('mapping.retired_on', 'is', null)
    .where('crop.retired_on', 'is', null)
    .where('season.retired_on', 'is', null)
    .execute()
  const crops = new Map<string, { season: string; crop: string }[]>()
  const localNames: Record<string, string | null> = {}
  for (const row of rows) {
    const soil = row.soil_name
    localNames[soil] ??= row.soil_local_name
    localNames[row.season_name] ??= row.season_local_name
    localNames[row.crop_name] ??= row.crop_local_name
    const cropsOfSoil = crops.get(soil) ?? []
    crops.set(soil, [...cropsOfSoil, { season: row.season_name, crop: row.crop_name }])
  }
  return { crops, localNames }
}
