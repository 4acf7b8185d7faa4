import type { Field, ReadResult } from '../field.ts'
import { limits } from '../kinds/text.ts'
import { t } from '../../messages/t.ts'

const onlyDigits = new RegExp(`^\\d{1,${limits.code}}$`)

export function readDigits({ label }: Field, input: unknown): ReadResult<string> {
  const text =
    typeof input === 'number' && Number.isSafeInteger(input)
      ? String(input)
      : typeof input === 'string'
        ? input.trim()
        : ''
  return onlyDigits.test(text)
    ? { value: text }
    : { problem: t('{label} should be a number', { label: t(label) }) }
}
