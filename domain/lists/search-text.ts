import { t } from '../messages/t.ts'

const maxCharacters = 200
const maxWords = 8

/** The search reads an index for each word, so their number is limited. */
export const searchProblem = (text: string): string | undefined =>
  text.length > maxCharacters || text.trim().split(/\s+/).length > maxWords
    ? t('q should not exceed {maxCharacters} characters and {maxWords} words', { maxCharacters, maxWords })
    : undefined
