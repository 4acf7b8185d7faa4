import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { identityFieldsOf } from '#domain/catalogue/identity-fields.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { writesMaskedField } from '#domain/mask.ts'
import type { Context } from '../core/context.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { refuseIfUsed } from './in-use.ts'
import { saveHooksOf } from './save-hooks.ts'

export interface CheckedUpdate {
  /** The values after the update. */
  values: RecordValues
  /** Whether nothing changes. */
  isSame: boolean
  /** Changed fields that other records refer to. */
  moved: readonly string[]
}

/** What checked values change in a record. */
export function compareUpdate(
  { entity, hidden }: Pick<RecordWriter, 'entity' | 'hidden'>,
  current: StoredRecord,
  values: RecordValues,
  input: unknown,
): CheckedUpdate {
  const hasSame = Object.keys(entity.fields).every((name) => sameValue(values[name], current[name]))
  return {
    values,
    isSame: hasSame && !writesMaskedField(hidden, input),
    moved: changedIdentityFields({ entity }, current, values),
  }
}

/** The changed fields that other records may refer to. */
export const changedIdentityFields = (
  { entity }: Pick<RecordWriter, 'entity'>,
  current: StoredRecord,
  values: Readonly<RecordValues>,
): readonly string[] => identityFieldsOf(entity).filter((name) => !sameValue(values[name], current[name]))

/** Writes a checked update of a form, a bulk edit or an import, with the hooks of the entity. */
export async function saveUpdate(
  ctx: Context,
  writer: RecordWriter,
  current: StoredRecord,
  { values, moved }: CheckedUpdate,
): Promise<StoredRecord> {
  const { entity } = writer
  await saveHooksOf(entity.name).check?.({ before: current, after: values }, { ctx, writer })
  if (moved.length > 0) await refuseIfUsed(writer, entity, current, 'change', moved)
  const record = await writer.update(current, values)
  await saveHooksOf(entity.name).after?.({ before: current, after: record }, { ctx, writer })
  return record
}
