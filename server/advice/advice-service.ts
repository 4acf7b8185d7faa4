import type { AdviceQuery, CustomerAdvice } from '#domain/api/visits/advice.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { adviceFor } from '#domain/visits/advice.ts'
import { seasonsAt } from '#domain/visits/season-window.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { read } from '../records/record-service.ts'
import { codesOfCrops, countNames, suitsOf, suppliesOf } from './advice-store.ts'

export function requireMappings(ctx: Context): void {
  for (const name of ['crop', 'material', 'soil', 'season', 'cropSoilSeasonMapping', 'cropMaterialMapping'])
    requireRight(ctx, 'read', name)
}

/** The advice for a customer from the current mappings; nothing is cached. */
export async function adviceForCustomer(
  ctx: Context,
  customerCode: string,
  { season, crops: named }: AdviceQuery,
): Promise<CustomerAdvice> {
  requireMappings(ctx)
  const db = ctx.store.read
  const crops = named.filter((name) => name !== '')
  const { Soil_Name: soil } = await read(ctx, 'customer', customerCode)
  const [suits, chosenCodes, cropTotal, materialTotal] = await inParallel([
    () => (soil === null ? [] : suitsOf(db, soil)),
    () => codesOfCrops(db, crops),
    () => countNames(db, 'crop'),
    () => countNames(db, 'material'),
  ])
  const codes = [...new Set([...suits.map(({ code }) => code), ...chosenCodes])]
  const supplies = await suppliesOf(db, codes)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const seasons = [...new Set(suits.map((suit) => suit.season))]
  const advice = adviceFor({
    soil,
    season: season || null,
    present: seasonsAt(today, seasons),
    chosenCrops: crops,
    crops: [],
    materials: [],
    suits,
    supplies,
  })
  return { ...advice, total: { crops: cropTotal, materials: materialTotal } }
}
