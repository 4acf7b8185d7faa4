import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { parseRecord, checkRequired } from '#domain/catalogue/parse-record.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { filledByServer } from './cascade.ts'
import type { TypedValues } from './typed.ts'
import { editableFields } from './typed-values.ts'
import { t } from '#domain/messages/t.ts'

interface ReadValues {
  values: RecordValues
  problems: readonly FieldProblem[]
}

/** Parses all editable fields for saving, and lists everything that is wrong or missing. */
export function readTyped(entity: Entity, typed: TypedValues, none: ReadonlySet<string>): ReadValues {
  const given = Object.fromEntries(Object.entries(typed).filter(([name]) => !none.has(name)))
  const { values, problems } = parseRecord(entity, given)
  const editable = Object.fromEntries(editableFields(entity).map(([name]) => [name, values[name] ?? null]))
  const known = new Set([...problems.map(({ field }) => field), ...filledByServer(entity, typed)])
  const absent = [...checkRequired(entity, values), ...missingNoneYet(entity, editable, none)]
  return { values: editable, problems: [...problems, ...absent.filter(({ field }) => !known.has(field))] }
}

function missingNoneYet(entity: Entity, values: RecordValues, none: ReadonlySet<string>): FieldProblem[] {
  return editableFields(entity)
    .filter(([name, { presence }]) => presence === 'noneYet' && values[name] === null && !none.has(name))
    .map(([name, { label }]) => ({
      field: name,
      message: t('{label} is required, or select “none yet”', { label: t(label) }),
    }))
}
