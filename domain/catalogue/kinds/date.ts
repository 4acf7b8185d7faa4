import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { parseDay, formatDate } from '../../dates/dates.ts'
import { t } from '../../messages/t.ts'

interface DateOptions extends FieldOptions {
  latest?: 'today'
}

export function date<const O extends DateOptions>(label: string, options?: O): FieldOf<string, O>
export function date(label: string, options: DateOptions = {}): Field<string> {
  return {
    kind: 'date',
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      const day = typeof input === 'string' ? parseDay(input.trim()) : undefined
      return day
        ? { value: day }
        : { problem: t('{label} should be a date like 31/12/2026 or 2026-12-31', { label: t(label) }) }
    },
    ...(options.latest && { latest: options.latest }),
    column: { type: 'text', exactLength: 10 },
    show: (value) => (typeof value === 'string' ? formatDate(value) : ''),
    typedIn: { as: 'date' },
  }
}
