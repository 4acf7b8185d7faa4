import { keyOfPlain, passCell, passValue, type Field, type FieldOptions } from '../field.ts'
import { addDays, parseDay, showDay } from '../../dates.ts'

interface DateOptions extends FieldOptions {
  latest?: 'today'
}

export function date(label: string, options: DateOptions = {}): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      const day = typeof input === 'string' ? parseDay(input.trim()) : undefined
      return day ? { value: day } : { problem: `${label} should be a date like 31/12/2026 or 2026-12-31` }
    },
    ...(options.latest && { latest: options.latest }),
    column: { type: 'text', exactLength: 10 },
    toCell: passCell,
    fromCell: passValue,
    show: (value) => (typeof value === 'string' ? showDay(value) : ''),
    toKey: keyOfPlain,
    typedIn: { as: 'date' },
    sample: (n) => addDays('2026-01-01', n % 300),
    schema: { type: 'string', format: 'date' },
    searched: false,
  }
}
