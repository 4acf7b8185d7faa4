import type { Field, FieldOf } from '../field.ts'
import { readTarget, type RefOptions } from './ref.ts'

/** References to several records of another entity, stored as a JSON array of one of their fields. */
export function refs<const O extends RefOptions>(
  label: string,
  target: string,
  options?: O,
): FieldOf<readonly string[], O>
export function refs(label: string, target: string, options: RefOptions = {}): Field<readonly string[]> {
  return {
    kind: 'refs',
    label,
    presence: options.presence ?? 'required',
    column: { type: 'text' },
    show: (value) => (Array.isArray(value) ? value.join(', ') : ''),
    typedIn: { as: 'references' },
    reference: readTarget(target, options, 'many'),
  }
}
