import type { Entity } from '#domain/catalogue/entity.ts'
import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import type { Action, Subject } from '#domain/access/allowances.ts'
import { importableMasters } from '#domain/imports/importable.ts'
import { t } from '#domain/messages/t.ts'

/** The masters the account may import, sorted by name. */
export const importable = (may: (action: Action, subject: Subject) => boolean): EntityLabels[] =>
  importableMasters
    .filter(({ name }) => may('import', name))
    .toSorted((one, other) => t(one.plural).localeCompare(t(other.plural)))

/** Fields or groups of fields that identify the record of a row, the natural key first. */
export function keysOf({ key, unique, fields }: Entity): readonly (readonly string[])[] {
  const codes = Object.keys(fields).filter(
    (name) =>
      !fields[name]!.reference && fields[name]!.typedIn.as === 'text' && /(code|_id|number)$/i.test(name),
  )
  const all = [key, ...unique, ...codes.map((name) => [name])].filter((names) => names.length > 0)
  return all.filter((names, at) => all.findIndex((other) => other.join() === names.join()) === at)
}
