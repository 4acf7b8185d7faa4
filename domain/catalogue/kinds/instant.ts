import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { displayTimeZone } from '../../dates/firm-zone.ts'
import { parseZonedInstant, formatInstant } from '../../dates/moments.ts'
import { t } from '../../messages/t.ts'

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
    read: (input) => {
      const moment = typeof input === 'string' ? parseZonedInstant(input.trim()) : undefined
      return moment
        ? { value: moment }
        : {
            problem: t('{label} should be a date and time with its zone, like 2026-12-31T09:30:00+05:30', {
              label: t(label),
            }),
          }
    },
    column: { type: 'text', exactLength: 24 },
    show: (value, timeZone = displayTimeZone()) =>
      typeof value === 'string' ? formatInstant(value, timeZone) : '',
    typedIn: { as: 'instant' },
  }
}
