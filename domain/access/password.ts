import type { ReadResult } from '../catalogue/field.ts'
import { countCharacters } from '../text.ts'
import { t } from '../messages/t.ts'

const minLength = 8
const maxLength = 256

/** Longer ones are not hashed. */
export const isTooLong = (password: string): boolean => countCharacters(password) > maxLength

/** The rules for a chosen password that do not depend on its account. */
export function readChosenPassword(input: unknown): ReadResult<string> {
  if (input === undefined || input === null || input === '') return { problem: t('Password is required') }
  if (typeof input !== 'string') return { problem: t('Password should be text') }
  if (countCharacters(input) < minLength)
    return {
      problem: t('Password should have at least {min} characters; 15 or more are better', {
        min: minLength,
      }),
    }
  if (isTooLong(input))
    return {
      problem: t('{label} should not exceed {max} characters', { label: t('Password'), max: maxLength }),
    }
  return { value: input }
}
