import { alikeFieldsOf, likenessOf } from '#domain/alike/alike-fields.ts'
import type { AlikeRecord } from '#domain/alike/alike-record.ts'
import { partsOfNames, partsOfTelling } from '#domain/alike/search-keys.ts'
import { nameRecord, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { invalid, problemOfShape } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'

const mostShown = 5
/** So many are looked at more closely; a name that more people have says little. */
const mostLookedAt = 60

/** The records that are likeliest to be the one that is typed, and why; the likeliest first. */
export async function alike(ctx: Context, name: string, input: unknown): Promise<{ items: AlikeRecord[] }> {
  const records = gate(ctx, 'read', name)
  const { entity } = records
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape(entity.singular)])
  const values = { ...(input as RecordValues) }
  // By what they see masked nobody finds out whose it is.
  for (const field of records.hidden) delete values[field]
  const [telling, named] = await inParallel([
    () => records.holdingAnyGroup(partsOfTelling(entity, values), mostLookedAt),
    () => records.holdingAnyGroup(partsOfNames(entity, values), mostLookedAt),
  ])
  const candidates = new Map([...telling, ...named].map((record) => [record.id, record]))
  if (typeof values['id'] === 'string') candidates.delete(values['id'].toLowerCase())
  const title = alikeFieldsOf(entity).names[0]
  const shown = (record: StoredRecord, reasons: string[]): AlikeRecord => ({
    id: record.id,
    name: nameRecord(entity, record),
    title: title && !entity.key.includes(title) ? String(record[title]) : null,
    reasons,
  })
  const found = [...candidates.values()].flatMap((record) => {
    const likeness = likenessOf(entity, values, record)
    return likeness ? [{ ...likeness, record }] : []
  })
  const inOrder = found.toSorted(
    (one, other) => other.weight - one.weight || (one.record.id < other.record.id ? -1 : 1),
  )
  return { items: inOrder.slice(0, mostShown).map(({ record, reasons }) => shown(record, reasons)) }
}
