import { keyOfPlain, passCell, passValue, type Field, type FieldOptions } from '../field.ts'
import { zoneShown } from '../../firm-zone.ts'
import { parseZonedInstant, showMoment } from '../../moments.ts'

/**
 * A moment, kept as UTC ISO text. A wall clock without its zone is refused: whoever knows the firm's zone reads it before
 * it gets here, and guessing another would move it by hours.
 */
export function instant(label: string, options: FieldOptions = {}): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      const moment = typeof input === 'string' ? parseZonedInstant(input.trim()) : undefined
      return moment
        ? { value: moment }
        : { problem: `${label} should be a date and time with its zone, like 2026-12-31T09:30:00+05:30` }
    },
    column: { type: 'text', exactLength: 24 },
    toCell: passCell,
    fromCell: passValue,
    show: (value, timeZone = zoneShown()) => (typeof value === 'string' ? showMoment(value, timeZone) : ''),
    toKey: keyOfPlain,
    typedIn: { as: 'instant' },
    sample: (n) => new Date(Date.UTC(2026, 0, 1, 4, 30) + (n % 300) * 86_400_000).toISOString(),
    schema: { type: 'string', format: 'date-time' },
    searched: false,
  }
}
