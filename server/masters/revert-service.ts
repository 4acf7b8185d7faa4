import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { mask, maskFields } from '#domain/mask.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { RevertDifference } from '#domain/record-page.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { read, update } from '../resources/resource-service.ts'

/** What a record would change if it were as it was then; what is sensitive is masked. */
export async function differenceTo(
  ctx: Context,
  name: string,
  idOrCode: string,
  to: unknown,
): Promise<{ version: number; changes: RevertDifference[] }> {
  const { current, earlier, entity, hidden } = await versionOf(ctx, name, idOrCode, to)
  // Compared as whoever asks sees them.
  const alike = maskFields(earlier, hidden)
  const changed = Object.keys(entity.fields).filter(
    (field) =>
      entity.fields[field]!.presence !== 'generated' && textOf(current[field]) !== textOf(alike[field]),
  )
  const shown = (field: string, values: RecordValues): string => {
    const text = entity.fields[field]!.show(values[field] ?? null, ctx.config.timeZone)
    return entity.fields[field]!.sensitive ? mask(text) : text
  }
  return {
    version: current.version,
    changes: changed.map((field) => ({ field, now: shown(field, current), earlier: shown(field, earlier) })),
  }
}

/** Makes a record what it was, by a change like any other: it is checked, refused when stale, and can be reverted again. */
export async function revert(
  ctx: Context,
  name: string,
  idOrCode: string,
  input: unknown,
): Promise<StoredRecord> {
  const { to, version } = (input ?? {}) as { to?: unknown; version?: unknown }
  const { current, earlier } = await versionOf(ctx, name, idOrCode, to)
  return update(ctx, name, {
    idOrCode: current.id,
    input: earlier,
    fields: 'all',
    ...(typeof version === 'number' && { version }),
  })
}

/** What work writes beside what people keep: a visit that was made since stays made. */
const writtenByWork: Readonly<Record<string, readonly string[]>> = {
  customer: ['Last_Visited', 'Last_Visit_ID'],
}

interface Version {
  hidden: readonly string[]
  entity: Entity
  current: StoredRecord
  earlier: RecordValues
}

async function versionOf(ctx: Context, name: string, idOrCode: string, to: unknown): Promise<Version> {
  const records = gate(ctx, 'history', name)
  const { entity, hidden } = records
  const current = await read(ctx, name, idOrCode)
  const wanted = Number(to)
  if (to === undefined || to === null || !Number.isSafeInteger(wanted) || wanted < 1)
    throw invalid([{ field: 'to', message: 'to should be the number of an earlier version' }])
  const entry = await records.valuesAt(current.id, wanted)
  if (entry === undefined) throw notFound(`${nameRecord(entity, current)} has no version ${wanted}`)
  if (entry === null)
    throw invalid([
      { field: 'to', message: `Version ${wanted} is a deletion: choose one before or after it` },
    ])
  const kept = (writtenByWork[name] ?? []).map((field) => [field, current[field] ?? null])
  return { entity, hidden, current, earlier: { ...entry, ...Object.fromEntries(kept) } }
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null)
