import type { Entity } from './entity.ts'
import { showPlain, type Value } from './field.ts'
import { toKey } from './stored/kinds.ts'

// A character that no text field accepts, so that two different keys never give the same text.
const between = '\u001f'

export function joinKey(
  entity: Entity,
  names: readonly string[],
  values: Readonly<Record<string, Value>>,
): string {
  return joinParts(names.map((name) => toKey(entity.fields[name]!, values[name] ?? null)))
}

/** A key from its folded parts, and the parts of a key. */
export const joinParts = (parts: readonly string[]): string => parts.join(between)
export const splitKey = (key: string): string[] => key.split(between)

/** The code of a record in an answer; the values of a key of several fields are separated by " / ". */
export const codeOf = (entity: Entity, values: Readonly<Record<string, Value>>): string =>
  (entity.key.length > 0 ? entity.key : [entity.sortedBy])
    .map((name) => showPlain(values[name] ?? null))
    .join(' / ')
