import type { Entity } from '#domain/catalogue/entity.ts'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { loadCode } from '../../ui/load-code.ts'
import type { MissingRecord } from './no-such-record.tsx'

export type { MissingRecord }

const load = () => import('./no-such-record.tsx')

export const NoSuchRecord = deferredPart(async () => (await load()).NoSuchRecord)

/** Looks for a record that was not found, and loads the page that says so. */
export async function findMissing(
  entity: Entity,
  requestedId: string,
  signal: AbortSignal,
): Promise<MissingRecord> {
  const { findMissing: find } = await loadCode(load)
  await NoSuchRecord.preload()
  return find(entity, requestedId, signal)
}
