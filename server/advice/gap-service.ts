import type { AdviceGaps, CropGap } from '#domain/api/visits/advice.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { requireRight } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { readerFor } from '../store/long-reads.ts'
import { requireMappings } from './advice-service.ts'
import { cropsWithoutMaterial, customersBySoil, soilsWithoutCrop, type MappedCrop } from './advice-store.ts'

/** Mappings that are missing for complete advice. */
export async function adviceGaps(ctx: Context): Promise<AdviceGaps> {
  requireMappings(ctx)
  requireRight(ctx, 'read', 'customer')
  const { read: db, dialect } = ctx.store
  const reader = await readerFor(db, dialect, entityNamed('customer'))
  const [mapped, soils, customers] = await inParallel([
    () => cropsWithoutMaterial(db),
    () => soilsWithoutCrop(db),
    () => customersBySoil(reader, territoryFilter(ctx, 'customer', 'customer')),
  ])
  return {
    crops: byCustomerCount(cropGaps(mapped, customers)),
    soils: byCustomerCount(
      soils
        .map(({ code, soil }) => ({ Soil_Code: code, Soil_Name: soil, customers: customers.get(soil) ?? 0 }))
        .filter((gap) => gap.customers > 0),
    ),
  }
}

function cropGaps(mapped: readonly MappedCrop[], customers: ReadonlyMap<string, number>): CropGap[] {
  const gaps = new Map<string, CropGap & { soils: Set<string> }>()
  for (const { code, crop, soil, season } of mapped) {
    const gap = gaps.get(code) ?? {
      Crop_Code: code,
      Crop_Name: crop,
      Suits: [],
      customers: 0,
      soils: new Set<string>(),
    }
    gaps.set(code, gap)
    gap.Suits.push(`${soil} · ${season}`)
    if (!gap.soils.has(soil)) gap.customers += customers.get(soil) ?? 0
    gap.soils.add(soil)
  }
  return [...gaps.values()].map(({ soils: _, ...gap }) => gap)
}

const byCustomerCount = <T extends { customers: number }>(gaps: readonly T[]): T[] =>
  gaps.toSorted((one, other) => other.customers - one.customers)
