import { passCell, passValue, showPlain, type Field } from '../field.ts'
import { foldText } from '../../text.ts'
import { limits } from './text.ts'

/** A code the server deals out in sequence: `CR0001`. The width grows by itself past the last number that fits. */
export function code(label: string, prefix: string, width: number): Field {
  return {
    label,
    presence: 'generated',
    read: () => ({ value: null }),
    column: { type: 'text', maxLength: limits.code },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    // Padded, so that CR10000 comes after CR9999 wherever keys are sorted.
    toKey: (value) => foldText(showPlain(value)).replace(/\d+$/, (digits) => digits.padStart(12, '0')),
    typedIn: { as: 'generated' },
    sample: (n) => formatCode({ prefix, width }, n),
    schema: { type: 'string', readOnly: true },
    searched: true,
    series: { prefix, width },
  }
}

export function formatCode(series: { prefix: string; width: number }, number: number): string {
  return series.prefix + String(number).padStart(series.width, '0')
}
