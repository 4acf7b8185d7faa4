import { metaNames, nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { displayTimeZone } from '#domain/dates/firm-zone.ts'
import { formatInstant } from '#domain/dates/moments.ts'
import { isOneOf } from '#domain/input.ts'
import { shownValue } from '../masters/shown-value.ts'
import { t } from '#domain/messages/t.ts'

/** Entities without a form have no fields in the browser (domain/catalogue/entity-labels.ts). */
export const isDeclared = ({ fields }: Entity): boolean => Object.keys(fields).length > 0

export const fieldNamesOf = (entity: Entity, values: Readonly<Record<string, Value>>): string[] =>
  isDeclared(entity)
    ? Object.keys(entity.fields)
    : Object.keys(values).filter((name) => !isOneOf(metaNames, name))

export function labelOf({ fields }: Entity, name: string): string {
  const label = fields[name]?.label
  return label ? t(label) : name.replaceAll('_', ' ')
}

export const textOf = ({ fields }: Entity, name: string, value: Value | undefined): string =>
  fields[name]
    ? shownValue(fields[name], value ?? null)
    : [value ?? ''].flat().map(formatUndeclared).join(', ')

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Without a declaration the type is guessed from the format of the value. */
function formatUndeclared(value: string | number): string {
  const text = String(value)
  if (moment.test(text)) return formatInstant(text, displayTimeZone())
  return day.test(text) ? formatDate(text) : text
}

export const nameOf = (entity: Entity, record: StoredRecord): string =>
  isDeclared(entity) ? nameRecord(entity, record) : t(entity.singular)
