import type { Entity } from '#domain/catalogue/entity.ts'
import { masterAtPath } from '#domain/catalogue/entities/masters.ts'
import { loadCode } from '../../ui/load-code.ts'

/** The entity with this path. Declarations of entities without a form are loaded when one of them is opened. */
export async function loadEntityAt(path: string): Promise<Entity | undefined> {
  const master = masterAtPath(path)
  if (master) return master
  const { entityAtPath } = await loadCode(() => import('#domain/catalogue/catalogue.ts'))
  return entityAtPath(path)
}
