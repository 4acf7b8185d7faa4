import type { Ban, GuardFacts, CropOnField, Supply } from '#domain/advice/guard.ts'
import type { Db } from '../store/dialect.ts'
import { padToBucket } from '../store/query/prepared.ts'

type SupplyRow = Awaited<ReturnType<typeof supplyRows>>[number]

/** The crop–material mappings with their doses, by names, in a fixed order; of some crops or materials, or all. */
export function supplyRows(
  db: Db,
  { cropCodes, materials }: { cropCodes?: readonly string[]; materials?: readonly string[] } = {},
) {
  return (
    db
      .selectFrom('crop_material_mapping as mapping')
      .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
      .innerJoin('material', 'material.material_code', 'mapping.material_code')
      .select([
        'crop.crop_name',
        'crop.crop_code',
        'material.material_name',
        'mapping.dose',
        'mapping.dose_unit',
        'mapping.timing',
        'mapping.waiting_days',
        'mapping.source',
        'mapping.banned_from',
        'mapping.ban_reason',
      ])
      // Retired records are not offered, but the guard knows what it is asked about.
      .$if(materials === undefined, (query) =>
        query.where('mapping.retired_on', 'is', null).where('material.retired_on', 'is', null),
      )
      .$if(materials !== undefined, (query) =>
        query.where('material.material_name', 'in', padToBucket(materials ?? [])),
      )
      .$if(cropCodes !== undefined, (query) =>
        query.where('mapping.crop_code', 'in', padToBucket(cropCodes ?? [])),
      )
      .orderBy('mapping.natural_key')
      .execute()
  )
}

/** Values that are null are left out: most mappings of a phone's pack have none. */
export const supplyOf = (row: SupplyRow): Supply & { code: string } => ({
  crop: row.crop_name,
  material: row.material_name,
  code: row.crop_code,
  ...(row.dose !== null && { dose: row.dose }),
  ...(row.dose_unit !== null && { unit: row.dose_unit }),
  ...(row.timing !== null && { timing: row.timing }),
  ...(row.waiting_days !== null && { waitingDays: row.waiting_days }),
  ...(row.source !== null && { source: row.source }),
  ...(row.banned_from !== null && { ban: { from: row.banned_from, reason: row.ban_reason } }),
})

/** All banned materials by name; of several with the same name, the earliest ban. */
export async function bansOf(db: Db): Promise<Readonly<Record<string, Ban>>> {
  const rows = await db
    .selectFrom('material')
    .select(['material_name', 'banned_from', 'ban_reason'])
    .where('banned_from', 'is not', null)
    .orderBy('banned_from', 'desc')
    .orderBy('material_code')
    .execute()
  return Object.fromEntries(
    rows.flatMap((row) =>
      row.banned_from === null
        ? []
        : [[row.material_name, { from: row.banned_from, reason: row.ban_reason }] as const],
    ),
  )
}

/** The crops on the fields of customers that are reaped from a day on. */
export async function lotsOf(
  db: Db,
  customerCodes: readonly string[],
  from: string,
): Promise<ReadonlyMap<string, readonly CropOnField[]>> {
  const rows = await db
    .selectFrom('crop_lot')
    .select(['customer_code', 'crop_name', 'date_of_reaping'])
    .where('customer_code', 'in', padToBucket(customerCodes))
    .where('date_of_reaping', '>=', from)
    .orderBy('date_of_reaping')
    .orderBy('crop_lot_number')
    .execute()
  const lots = new Map<string, CropOnField[]>()
  for (const { customer_code: code, crop_name: crop, date_of_reaping: reaping } of rows)
    if (code !== null) lots.set(code, [...(lots.get(code) ?? []), { crop, reaping }])
  return lots
}

/** What the guard needs to judge these materials for a customer on a day. */
export async function guardFacts(
  db: Db,
  customerCode: string | null,
  materials: readonly string[],
  day: string,
): Promise<GuardFacts> {
  const supplies = (await supplyRows(db, { materials })).map(supplyOf)
  const bans = await bansOf(db)
  const lots = customerCode === null ? undefined : await lotsOf(db, [customerCode], day)
  return { supplies, bans, lots: lots?.get(customerCode ?? '') ?? [] }
}
