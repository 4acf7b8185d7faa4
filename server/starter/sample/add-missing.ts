import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import type { Context } from '../../context.ts'
import { createWithin } from '../../resources/resource-service.ts'
import type { Tx } from '../../store/dialect.ts'
import { shapeOf, toRecord } from '../../store/record-rows.ts'

export type Input = Record<string, unknown>

/** Most parameters one query should carry on either database. */
const mostKeys = 500

/** Creates those records whose key is not taken; what is there already stays as it is. */
export async function addMissing(
  ctx: Context,
  tx: Tx,
  name: string,
  records: readonly Input[],
): Promise<void> {
  const entity = entityNamed(name)
  const keys = records.map((record) => joinKey(entity, entity.key, record as RecordValues))
  const taken = new Set<unknown>()
  for (let at = 0; at < keys.length; at += mostKeys) {
    const query = tx.selectFrom(entity.table).select('natural_key')
    const rows = await query.where('natural_key', 'in', keys.slice(at, at + mostKeys)).execute()
    for (const row of rows) taken.add(row['natural_key'])
  }
  for (const [at, record] of records.entries()) {
    if (!taken.has(keys[at])) await createWithin(ctx, tx, name, record)
  }
}

/** Where the code is dealt out by the server, the name says what is there already. Gives the code of each name. */
export async function addNamed(
  ctx: Context,
  tx: Tx,
  name: string,
  nameField: string,
  records: readonly Input[],
): Promise<Map<string, string>> {
  const entity = entityNamed(name)
  const codeField = entity.key[0]!
  const rows = await tx.selectFrom(entity.table).select(shapeOf(entity).selection).execute()
  const codes = new Map<string, string>()
  const note = (record: StoredRecord): void => {
    const named = String(record[nameField])
    if (!codes.has(named)) codes.set(named, String(record[codeField]))
  }
  for (const row of rows) note(toRecord(entity, row))
  for (const record of records) {
    if (!codes.has(String(record[nameField]))) note(await createWithin(ctx, tx, name, record))
  }
  return codes
}
