import { formatNumber } from './format-message.ts'
import { currentLocale } from './t.ts'

/** "1,00,000": a number outside of a sentence, in the notation of the reader. */
export const formatCount = (count: number): string => formatNumber(count, currentLocale())
