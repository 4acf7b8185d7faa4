import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { displayTimeZone } from '../../dates/firm-zone.ts'
import { formatInstant } from '../../dates/moments.ts'

/**
 * An instant, stored as UTC ISO text. Local time without a zone is rejected, because guessing the zone would shift it by
 * hours: callers that know the firm's zone convert it first.
 */
export function instant<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function instant(label: string, options: FieldOptions = {}): Field<string> {
  return {
    kind: 'instant',
    label,
    presence: options.presence ?? 'required',
    column: { type: 'text', exactLength: 24 },
    show: (value, timeZone = displayTimeZone()) =>
      typeof value === 'string' ? formatInstant(value, timeZone) : '',
    typedIn: { as: 'instant' },
  }
}
