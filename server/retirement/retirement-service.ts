import type { Retirement } from '#domain/api/records/retirement.ts'
import { retiredOnField, retiredReasonField } from '#domain/catalogue/reading/retired.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '../core/context.ts'
import { read, update } from '../records/record-service.ts'

/** Retires a record; one that is retired already keeps its day, unless another is given. */
export async function retire(
  ctx: Context,
  name: string,
  idOrCode: string,
  { on, reason, version }: Retirement,
): Promise<StoredRecord> {
  const current = await read(ctx, name, idOrCode)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const input = {
    [retiredOnField]: on ?? current[retiredOnField] ?? today,
    ...(reason !== undefined && { [retiredReasonField]: reason }),
  }
  const request = {
    idOrCode: current.id,
    input,
    fields: 'some',
    version: version ?? current.version,
  } as const
  return update(ctx, name, request)
}

export async function reinstate(
  ctx: Context,
  name: string,
  idOrCode: string,
  version?: number,
): Promise<StoredRecord> {
  const current = await read(ctx, name, idOrCode)
  const input = { [retiredOnField]: null, [retiredReasonField]: null }
  const request = {
    idOrCode: current.id,
    input,
    fields: 'some',
    version: version ?? current.version,
  } as const
  return update(ctx, name, request)
}
