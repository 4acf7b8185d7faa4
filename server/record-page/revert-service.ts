import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { nameCodes } from '#domain/lists/names.ts'
import { mask, maskFields } from '#domain/mask.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { Revert, RevertDifferences } from '#domain/api/records/record-page.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { read, update } from '../records/record-service.ts'
import { referenceNames } from '../records/reference-names.ts'
import { t } from '#domain/messages/t.ts'

/** The changes that a revert would make; sensitive values are masked. */
export async function differenceTo(
  ctx: Context,
  name: string,
  idOrCode: string,
  to: number,
): Promise<RevertDifferences> {
  const { current, earlier, entity, hidden } = await readVersions(ctx, name, idOrCode, to)
  // Compared as the account sees them.
  const maskedEarlier = maskFields(earlier, hidden)
  const changed = Object.keys(entity.fields).filter(
    (field) =>
      entity.fields[field]!.presence !== 'generated' &&
      textOf(current[field]) !== textOf(maskedEarlier[field]),
  )
  const names = await referenceNames(ctx, entity, [current, earlier])
  const shown = (field: string, values: RecordValues): string => {
    const text = entity.fields[field]!.show(values[field] ?? null, ctx.config.timeZone)
    return entity.fields[field]!.sensitive ? mask(text) : nameCodes(values[field] ?? '', names[field], text)
  }
  return {
    version: current.version,
    changes: changed.map((field) => ({ field, now: shown(field, current), earlier: shown(field, earlier) })),
  }
}

/** Reverts a record by a normal update, which is validated, rejected when stale, and can be reverted itself. */
export async function revert(
  ctx: Context,
  name: string,
  idOrCode: string,
  { to, version }: Revert,
): Promise<StoredRecord> {
  const { current, earlier } = await readVersions(ctx, name, idOrCode, to)
  return update(ctx, name, {
    idOrCode: current.id,
    input: earlier,
    fields: 'all',
    version,
    isRestoring: true,
  })
}

/** Fields that visits write, which a revert keeps. */
const fieldsWrittenByVisits: Readonly<Record<string, readonly string[]>> = {
  customer: ['Last_Visited', 'Last_Visit_ID'],
}

interface Versions {
  hidden: readonly string[]
  entity: Entity
  current: StoredRecord
  earlier: RecordValues
}

async function readVersions(ctx: Context, name: string, idOrCode: string, to: number): Promise<Versions> {
  const records = dynamicGate(ctx, 'history', name)
  const { entity, hidden } = records
  const current = await read(ctx, name, idOrCode)
  const entry = await records.valuesAt(current.id, to)
  if (entry === undefined)
    throw notFound(
      t('{record} has no version {version}', { record: nameRecord(entity, current), version: to }),
    )
  if (entry === null)
    throw invalid([
      {
        field: 'to',
        message: t('Version {version} is a deletion: choose one before or after it', { version: to }),
      },
    ])
  const visitFields = (fieldsWrittenByVisits[name] ?? []).map((field) => [field, current[field] ?? null])
  return { entity, hidden, current, earlier: { ...entry, ...Object.fromEntries(visitFields) } }
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null)
