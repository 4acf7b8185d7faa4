import { dayIn } from '#domain/moments.ts'
import { adviceFor, type Advice } from '#domain/visits/advice.ts'
import { seasonsAt } from '#domain/visits/season-window.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import { read } from '../resources/resource-service.ts'
import { codesOfCrops, countNames, suitsOf, suppliesOf } from './advice-store.ts'

export interface CustomerAdvice extends Advice {
  /** How many names there are besides: the rest is looked up where it is needed. */
  total: { crops: number; materials: number }
}

interface Chosen {
  season: string | null
  crops: readonly string[]
}

export function demandMappings(ctx: Context): void {
  for (const name of ['crop', 'material', 'soil', 'season', 'cropSoilSeasonMapping', 'cropMaterialMapping'])
    demand(ctx, 'read', name)
}

/** What the mappings say about a customer, as they stand now: nothing is kept from one question to the next. */
export async function adviceForCustomer(
  ctx: Context,
  customerCode: string,
  { season, crops }: Chosen,
): Promise<CustomerAdvice> {
  demandMappings(ctx)
  const db = ctx.store.read
  const customer = await read(ctx, 'customer', customerCode)
  const soil = customer['Soil_Name'] as string | null
  const [suits, chosenCodes, cropTotal, materialTotal] = await inParallel([
    () => (soil === null ? [] : suitsOf(db, soil)),
    () => codesOfCrops(db, crops),
    () => countNames(db, 'crop', 'crop_name'),
    () => countNames(db, 'material', 'material_name'),
  ])
  const codes = [...new Set([...suits.map(({ code }) => code), ...chosenCodes])]
  const supplies = await suppliesOf(db, codes)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const seasons = [...new Set(suits.map((suit) => suit.season))]
  const advice = adviceFor({
    soil,
    season,
    present: seasonsAt(today, seasons),
    chosenCrops: crops,
    crops: [],
    materials: [],
    suits,
    supplies,
  })
  return { ...advice, total: { crops: cropTotal, materials: materialTotal } }
}
