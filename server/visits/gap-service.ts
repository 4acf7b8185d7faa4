import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Context } from '../context.ts'
import { within } from '../within.ts'
import { demand } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import { readerFor } from '../store/long-reads.ts'
import { demandMappings } from './advice-service.ts'
import { cropsWithoutMaterial, customersBySoil, soilsWithoutCrop, type MappedCrop } from './advice-store.ts'

interface CropGap {
  Crop_Code: string
  Crop_Name: string
  /** Where it is mapped to: "Black Cotton · Winter". */
  Suits: string[]
  /** How many customers have a soil it suits. */
  customers: number
}

interface SoilGap {
  Soil_Code: string
  Soil_Name: string
  customers: number
}

export interface AdviceGaps {
  /** Crops that suit some soil and have no material, those that concern most customers first. */
  crops: CropGap[]
  /** Soils of customers to which no crop is mapped in any season. */
  soils: SoilGap[]
}

/** What the office has still to map before the advice is whole. */
export async function adviceGaps(ctx: Context): Promise<AdviceGaps> {
  demandMappings(ctx)
  demand(ctx, 'read', 'customer')
  const { read: db, dialect } = ctx.store
  const reader = await readerFor(db, dialect, entityNamed('customer'))
  const [mapped, soils, customers] = await inParallel([
    () => cropsWithoutMaterial(db),
    () => soilsWithoutCrop(db),
    () => customersBySoil(reader, within(ctx, 'customer', 'customer')),
  ])
  return {
    crops: mostConcernedFirst(cropGaps(mapped, customers)),
    soils: mostConcernedFirst(
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

const mostConcernedFirst = <T extends { customers: number }>(gaps: readonly T[]): T[] =>
  gaps.toSorted((one, other) => other.customers - one.customers)
