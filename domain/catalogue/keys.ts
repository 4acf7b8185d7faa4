import type { Entity } from './entity.ts'
import type { Value } from './field.ts'

// A character no text field accepts, so that two different keys never join into the same text.
const between = '\u001f'

export function joinKey(
  entity: Entity,
  names: readonly string[],
  values: Readonly<Record<string, Value>>,
): string {
  return names.map((name) => entity.fields[name]!.toKey(values[name] ?? null)).join(between)
}
