import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Context } from '../../core/context.ts'
import { createInTransaction } from '../../records/record-service.ts'
import { dynamic, type Tx } from '../../store/dialect.ts'
import { shapeOf, toRecord } from '../../store/records/record-rows.ts'

export type Input = Record<string, unknown>

/** The maximum number of parameters per query on either database. */
const maxKeys = 500

/** Creates the records whose key does not exist; existing ones are not changed. */
export async function addMissing(
  ctx: Context,
  tx: Tx,
  name: string,
  records: readonly Input[],
): Promise<void> {
  const entity = entityNamed(name)
  const keys = records.map((record) => joinKey(entity, entity.key, record as RecordValues))
  const existing = new Set<unknown>()
  for (let at = 0; at < keys.length; at += maxKeys) {
    const query = dynamic(tx).selectFrom(tableOf(entity)).select('natural_key')
    const rows = await query.where('natural_key', 'in', keys.slice(at, at + maxKeys)).execute()
    for (const row of rows) existing.add(row.natural_key)
  }
  for (const [at, record] of records.entries()) {
    if (!existing.has(keys[at])) await createInTransaction(ctx, tx, name, record)
  }
}

/** The same for entities with generated codes, compared by name. Returns the code of each name. */
export async function addMissingByName(
  ctx: Context,
  tx: Tx,
  name: string,
  nameField: string,
  records: readonly Input[],
): Promise<Map<string, string>> {
  const entity = entityNamed(name)
  const codeField = entity.key[0]!
  const rows = await dynamic(tx).selectFrom(tableOf(entity)).select(shapeOf(entity).selection).execute()
  const codes = new Map<string, string>()
  const addCode = (record: StoredRecord): void => {
    const value = textAt(record, nameField)
    if (!codes.has(value)) codes.set(value, textAt(record, codeField))
  }
  for (const row of rows) addCode(toRecord(entity, row))
  for (const record of records) {
    if (!codes.has(textAt(record, nameField))) addCode(await createInTransaction(ctx, tx, name, record))
  }
  return codes
}
