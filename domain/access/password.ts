import type { ReadResult } from '../catalogue/field.ts'
import { countCharacters } from '../text.ts'

const minLength = 8
const maxLength = 256

/** Longer ones are not hashed. */
export const isTooLong = (password: string): boolean => countCharacters(password) > maxLength

/** The rules for a chosen password that do not depend on its account. */
export function readChosenPassword(input: unknown): ReadResult<string> {
  if (input === undefined || input === null || input === '') return { problem: 'Password is required' }
  if (typeof input !== 'string') return { problem: 'Password should be text' }
  if (countCharacters(input) < minLength)
    return { problem: `Password should have at least ${minLength} characters; 15 or more are better` }
  if (isTooLong(input)) return { problem: `Password should not exceed ${maxLength} characters` }
  return { value: input }
}
