import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { adviseGstin } from '#domain/india/gstin.ts'
import { isMasked } from '#domain/mask.ts'
import { membersOf } from '#domain/input.ts'
import { textsAt } from '#domain/catalogue/values.ts'
import { showPlain, type Reference } from '#domain/catalogue/field.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { isId } from '../store/new-id.ts'
import { t } from '#domain/messages/t.ts'

const maxShown = 60

/**
 * Warns about a wrong GSTIN of a customer, which is saved nevertheless, about a generated code that was sent and ignored, and
 * about a reference by a code that the record had before it was renamed or merged: the client would continue with a code that
 * no record has. The member `warnings` is only present if there is a warning. The GST number of a company or branch gets none:
 * it may be any text, and the specification answers these forms with the record alone.
 */
export async function withCodeWarnings(
  writer: Pick<RecordWriter, 'entity' | 'resolve'>,
  input: unknown,
  record: StoredRecord,
  action: 'create' | 'update' = 'create',
): Promise<StoredRecord> {
  const { entity } = writer
  if (typeof input !== 'object' || input === null) return record
  const fields = membersOf(input)
  const warnings = Object.entries(entity.fields).flatMap(
    ([field, { presence, reference, typedIn }]): FieldProblem[] => {
      const sent = Object.hasOwn(fields, field) ? fields[field] : null
      if (typeof sent !== 'string' && typeof sent !== 'number') return []
      const text = String(sent).trim()
      if (typedIn.advice === 'gstin' && entity.name === 'customer' && !isMasked(text))
        return adviseGstin(text).map((message) => ({ field, message }))
      if (text === '' || text === record[field]) return []
      const code = showPlain(record[field] ?? null)
      const sentText = text.slice(0, maxShown)
      if (reference && !reference.many && !isSameCode(reference, text, code))
        return [formerCode(field, text, code)]
      if (presence !== 'generated') return []
      const message =
        action === 'create'
          ? t('{field} is generated; {code} was used instead of {sent}', { field, code, sent: sentText })
          : t('{field} is generated; it stays {code}, {sent} was ignored', { field, code, sent: sentText })
      return [{ field, message }]
    },
  )
  for (const [field, { reference }] of Object.entries(entity.fields))
    if (reference?.many && !reference.pairedWith && Object.hasOwn(fields, field))
      warnings.push(...(await formerCodesInList(writer, field, reference, fields[field], record)))
  return withWarnings(record, warnings)
}

/** Another spelling of a code is the same code. */
function isSameCode({ entity, field }: Reference, one: string, other: string): boolean {
  const target = entityNamed(entity).fields[field]!
  return toKey(target, one) === toKey(target, other)
}

/** The codes of a list that the saved record has not: each of them is a former code of one that it has. */
async function formerCodesInList(
  { resolve }: Pick<RecordWriter, 'resolve'>,
  field: string,
  reference: Reference,
  sent: unknown,
  record: StoredRecord,
): Promise<FieldProblem[]> {
  const saved = textsAt(record, field)
  const items = Array.isArray(sent) ? sent.filter((item) => typeof item === 'string') : []
  const former = items
    .map((item) => item.trim())
    .filter((item) => !saved.some((code) => isSameCode(reference, code, item)))
  const notes: FieldProblem[] = []
  for (const item of new Set(former)) {
    const { values } = await resolve({ ...record, [field]: [item] }, record, true)
    const [code] = textsAt(values, field)
    if (code !== undefined && code !== item) notes.push(formerCode(field, item, code))
  }
  return notes
}

/** Warns if the record was found by a code that it had before it was renamed or merged. */
export function withFormerCode(entity: Entity, idOrCode: string, record: StoredRecord): StoredRecord {
  const [field] = entity.key
  if (entity.key.length !== 1 || !field || isId(idOrCode)) return record
  const code = showPlain(record[field] ?? null)
  const isSame = toKey(entity.fields[field]!, idOrCode) === toKey(entity.fields[field]!, code)
  return isSame ? record : withWarnings(record, [formerCode(field, idOrCode, code)])
}

export const formerCode = (field: string, former: string, code: string): FieldProblem => ({
  field,
  message: t('{former} is a former code: it is {code} now', { former: former.slice(0, maxShown), code }),
})

// `Object.assign`, because `warnings` is not of the type of a record's values.
const withWarnings = (record: StoredRecord, warnings: readonly FieldProblem[]): StoredRecord =>
  warnings.length > 0 ? Object.assign({ ...record }, { warnings }) : record
