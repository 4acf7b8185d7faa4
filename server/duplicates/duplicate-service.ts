import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { similarityOf } from '#domain/duplicates/similarity.ts'
import type { DuplicateRecord } from '#domain/api/records/duplicates.ts'
import { nameParts, identifierParts } from '#domain/duplicates/search-keys.ts'
import { nameRecord, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { localNameFieldOf } from '#domain/catalogue/names/local-name.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { textOrNull } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { isId } from '../store/new-id.ts'
import { distinctFrom } from './pair-store.ts'

const maxShown = 5
/** The number of candidates compared; a name shared by more records says little. */
const maxCandidates = 60

/** Probable duplicates of the typed record with the reasons, the most likely first. */
export async function findDuplicates(
  ctx: Context,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<{ items: DuplicateRecord[] }> {
  const records = dynamicGate(ctx, 'read', name)
  const { entity } = records
  const values = { ...(input as RecordValues) }
  // Masked fields take no part, because a match would reveal whose value it is.
  for (const field of records.hidden) delete values[field]
  const [telling, named] = await inParallel([
    () => records.findContainingAnyGroup(identifierParts(entity, values), maxCandidates),
    () => records.findContainingAnyGroup(nameParts(entity, values), maxCandidates),
  ])
  const candidates = new Map([...telling, ...named].map((record) => [record.id, record]))
  const { id: own } = input
  if (typeof own === 'string' && isId(own)) {
    candidates.delete(own.toLowerCase())
    if (name === 'customer')
      for (const id of await distinctFrom(ctx.store.read, own.toLowerCase())) candidates.delete(id)
  }
  const title = similarityFieldsOf(entity).names[0]
  const titleIn = (record: StoredRecord): string | null => {
    const text = title && !entity.key.includes(title) ? textOrNull(record, title) : null
    return text === null ? null : shownName(text, record[localNameFieldOf(entity) ?? ''])
  }
  const toDuplicateRecord = (record: StoredRecord, reasons: string[]): DuplicateRecord => ({
    id: record.id,
    name: nameRecord(entity, record),
    title: titleIn(record),
    reasons,
  })
  const found = [...candidates.values()].flatMap((record) => {
    const likeness = similarityOf(entity, values, record)
    return likeness ? [{ ...likeness, record }] : []
  })
  const sorted = found.toSorted(
    (one, other) => other.weight - one.weight || (one.record.id < other.record.id ? -1 : 1),
  )
  return { items: sorted.slice(0, maxShown).map(({ record, reasons }) => toDuplicateRecord(record, reasons)) }
}
