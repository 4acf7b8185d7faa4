import { titleOf, type Entity } from '../entity.ts'
import type { Value } from '../field.ts'
import { localNameFieldOf } from './local-name.ts'
import { readableName, shownName } from './shown-name.ts'

/** The fields whose values `titleText` reads. */
export const titleFieldsOf = (entity: Entity, of: string): string[] =>
  [titleOf(entity, of) ?? [], localNameFieldOf(entity) ?? []].flat()

/** What explains the value of a field: the name for a code, the second name for a name. Null if nothing does. */
export function titleText(
  entity: Entity,
  of: string,
  values: Readonly<Record<string, unknown>>,
): string | null {
  const title = titleOf(entity, of)
  const local = localNameFieldOf(entity)
  if (!title) return local && isName(of) ? readableName(values[local]) : null
  const name = values[title]
  return typeof name === 'string' ? shownName(name, local && values[local]) : null
}

/** The code of a record as text, and the name that explains it. */
export function codeAndTitle(
  entity: Entity,
  record: Readonly<Record<string, Value>>,
): { code: string; title: string | null } {
  const codes = entity.key.length > 0 ? entity.key : [entity.sortedBy]
  return {
    code: codes.map((field) => entity.fields[field]!.show(record[field] ?? null)).join(' / '),
    title: titleText(entity, codes.at(-1)!, record),
  }
}

const isName = (field: string): boolean => /name$/i.test(field)
