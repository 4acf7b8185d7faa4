import type { Db } from '../store/dialect.ts'
import { padToBucket } from '../store/query/prepared.ts'

/** The second names of these crops and materials, by name. */
export async function localNamesOf(
  db: Db,
  crops: readonly string[],
  materials: readonly string[],
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  const ofCrops =
    crops.length === 0
      ? []
      : await db
          .selectFrom('crop')
          .select(['crop_name as name', 'local_name'])
          .where('crop_name', 'in', padToBucket(crops))
          .execute()
  const ofMaterials =
    materials.length === 0
      ? []
      : await db
          .selectFrom('material')
          .select(['material_name as name', 'local_name'])
          .where('material_name', 'in', padToBucket(materials))
          .execute()
  for (const { name, local_name: local } of [...ofCrops, ...ofMaterials])
    if (local !== null) names[name] ??= local
  return names
}
