import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { formatDate } from '../../dates/dates.ts'

interface DateOptions extends FieldOptions {
  latest?: 'today'
}

export function date<const O extends DateOptions>(label: string, options?: O): FieldOf<string, O>
export function date(label: string, options: DateOptions = {}): Field<string> {
  return {
    kind: 'date',
    label,
    presence: options.presence ?? 'required',
    ...(options.latest && { latest: options.latest }),
    column: { type: 'text', exactLength: 10 },
    show: (value) => (typeof value === 'string' ? formatDate(value) : ''),
    typedIn: { as: 'date' },
  }
}
