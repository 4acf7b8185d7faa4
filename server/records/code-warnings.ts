import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { adviseGstin } from '#domain/india/gstin.ts'
import { isMasked } from '#domain/mask.ts'
import { membersOf } from '#domain/input.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import { foldText } from '#domain/text.ts'
import { isId } from '../store/new-id.ts'
import { t } from '#domain/messages/t.ts'

const maxShown = 60

/**
 * Warns about a wrong GSTIN of a customer, which is saved nevertheless, about a generated code that was sent and ignored, and
 * about a reference by a code that the record had before it was renamed or merged: the client would continue with a code that
 * no record has. The member `warnings` is only present if there is a warning. The GST number of a company or branch gets none:
 * it may be any text, and the specification answers these forms with the record alone.
 */
export function withCodeWarnings(
  entity: Entity,
  input: unknown,
  record: StoredRecord,
  action: 'create' | 'update' = 'create',
): StoredRecord {
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
      if (reference && !reference.many && foldText(text) !== foldText(code))
        return [formerCode(field, text, code)]
      if (presence !== 'generated') return []
      const message =
        action === 'create'
          ? t('{field} is generated; {code} was used instead of {sent}', { field, code, sent: sentText })
          : t('{field} is generated; it stays {code}, {sent} was ignored', { field, code, sent: sentText })
      return [{ field, message }]
    },
  )
  return withWarnings(record, warnings)
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
