import { metaNames, nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { showDay } from '#domain/dates.ts'
import { zoneShown } from '#domain/firm-zone.ts'
import { showMoment } from '#domain/moments.ts'

/** Entities without a form come to the browser without their fields (scripts/build/lean-catalogue.ts). */
export const isDeclared = ({ fields }: Entity): boolean => Object.keys(fields).length > 0

export const fieldNamesOf = (entity: Entity, values: Readonly<Record<string, Value>>): string[] =>
  isDeclared(entity)
    ? Object.keys(entity.fields)
    : Object.keys(values).filter((name) => !(metaNames as readonly string[]).includes(name))

export const labelOf = ({ fields }: Entity, name: string): string =>
  fields[name]?.label ?? name.replaceAll('_', ' ')

export const textOf = ({ fields }: Entity, name: string, value: Value | undefined): string =>
  fields[name] ? fields[name].show(value ?? null) : [value ?? ''].flat().map(asRead).join(', ')

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** Without a declaration only the shape of a value says what it is. */
function asRead(value: string | number): string {
  const text = String(value)
  if (moment.test(text)) return showMoment(text, zoneShown())
  return day.test(text) ? showDay(text) : text
}

export const nameOf = (entity: Entity, record: StoredRecord): string =>
  isDeclared(entity) ? nameRecord(entity, record) : entity.singular
