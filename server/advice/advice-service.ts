import type { AdviceQuery, CustomerAdvice } from '#domain/api/visits/advice.ts'
import { decide } from '#domain/access/allowances.ts'
import type { GuardFacts, Supply } from '#domain/advice/guard.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { adviceFor } from '#domain/visits/advice.ts'
import { seasonsAt } from '#domain/visits/season-window.ts'
import { bansOf, lotsOf, supplyOf, supplyRows } from '../advice-guard/guard-store.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { read } from '../records/record-service.ts'
import { codesOfCrops, countNames, suitsOf } from './advice-store.ts'

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
  const { Soil_Name: soil, Customer_Code: code } = await read(ctx, 'customer', customerCode)
  const [suits, chosenCodes, cropTotal, materialTotal] = await inParallel([
    () => (soil === null ? [] : suitsOf(db, soil)),
    () => codesOfCrops(db, crops),
    () => countNames(db, 'crop'),
    () => countNames(db, 'material'),
  ])
  const codes = [...new Set([...suits.map(({ code }) => code), ...chosenCodes])]
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const guard = await guardOf(ctx, code, codes, today)
  const mapped = new Set(codes)
  const supplies = guard.supplies.filter(({ code }) => mapped.has(code))
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
  return {
    ...advice,
    guard: {
      supplies: guard.supplies.map(({ code: _, ...supply }) => supply),
      bans: guard.bans,
      lots: [...guard.lots],
    },
    total: { crops: cropTotal, materials: materialTotal },
  }
}

/** The doses for these crops and for those on the fields of the customer, whose lots are read if the account may. */
async function guardOf(
  ctx: Context,
  customerCode: string,
  cropCodes: readonly string[],
  today: string,
): Promise<Omit<GuardFacts, 'supplies'> & { supplies: (Supply & { code: string })[] }> {
  const db = ctx.store.read
  // A visit may be recorded some weeks late, when its crop is reaped already.
  const from = addDays(today, -ctx.config.lateVisitDays)
  const lots = decide(ctx.actor, 'read', 'cropLot').allowed
    ? ((await lotsOf(db, [customerCode], from)).get(customerCode) ?? [])
    : []
  const standing = await codesOfCrops(
    db,
    lots.map(({ crop }) => crop),
  )
  const codes = [...new Set([...cropCodes, ...standing])]
  const supplies = codes.length === 0 ? [] : (await supplyRows(db, { cropCodes: codes })).map(supplyOf)
  return { supplies, bans: await bansOf(db), lots }
}
