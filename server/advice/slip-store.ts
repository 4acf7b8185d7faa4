import type { Db } from '../store/dialect.ts'
import { textsAt } from '#domain/catalogue/values.ts'
import { valuesIn } from '../store/history/history-store.ts'
import { padToBucket } from '../store/query/prepared.ts'
import type { Tables } from '../store/tables/tables.ts'

/** The names of crops and materials, as a visit has them. */
export interface AdvisedNames {
  crops: readonly string[]
  materials: readonly string[]
}

/**
 * The names under which crops and materials were advised. A rename or a merge changes them in the visit, but the farmer was given the
 * names of then, and the stored doses have them.
 */
export async function advisedNames(db: Db, visitId: string, now: AdvisedNames): Promise<AdvisedNames> {
  const changes = await db
    .selectFrom('history')
    .select(['before_values', 'batch_id'])
    .where('entity', '=', 'visit')
    .where('record_id', '=', visitId)
    .orderBy('version', 'desc')
    .execute()
  let names = now
  for (const { before_values: before, batch_id: batch } of changes) {
    if (before === null || batch === null || !(await isRewrite(db, batch))) break
    const values = valuesIn(before)
    names = {
      crops: textsAt(values, 'New_Recommended_Crops'),
      materials: textsAt(values, 'New_Recommended_Materials'),
    }
  }
  return names
}

/** Whether the batch is a rename or a merge, or undoes one, or makes one again. */
async function isRewrite(db: Db, id: string): Promise<boolean> {
  let next: string | null = id
  while (next !== null) {
    const batch: Pick<Tables['batch'], 'kind' | 'undoes'> | undefined = await db
      .selectFrom('batch')
      .select(['kind', 'undoes'])
      .where('id', '=', next)
      .executeTakeFirst()
    if (batch?.kind === 'rename' || batch?.kind === 'merge') return true
    next = batch?.undoes ?? null
  }
  return false
}

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
