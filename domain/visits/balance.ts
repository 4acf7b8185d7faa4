import { parseDay, showDay } from '../dates.ts'
import { inRupees } from '../money.ts'

/** What a customer owes, in rupees, on the day the books said so. */
export interface Balance {
  As_Of: string
  Receivable: number
  Overdue: number
}

/**
 * What became of a row of an upload. `older`: something newer is known. `unknown`: no such customer. `wrong`: it cannot be
 * read. `repeated`: a row before it is about the same customer and day. `failed`: good, and yet the database did not take it.
 */
export const balanceOutcomes = [
  'new',
  'changed',
  'same',
  'older',
  'unknown',
  'wrong',
  'repeated',
  'failed',
] as const
export type BalanceOutcome = (typeof balanceOutcomes)[number]

export interface BalanceReportRow {
  /** The line of the file, or the place in the list. */
  line: number
  /** The customer's code where it was found, else what the row calls the customer. */
  customer: string
  outcome: BalanceOutcome
  sentence: string
  /** It was taken, and is still worth a look. */
  isOdd?: boolean
}

export interface BalanceReport {
  /** Nothing was written: this is what would have been. */
  isTrial: boolean
  counts: Record<BalanceOutcome, number>
  rows: BalanceReportRow[]
}

export interface BalanceSummary {
  customers: number
  Receivable: number
  Overdue: number
  /** When a balance was changed last; null while there is none. */
  changedAt: string | null
  /** The latest day the books spoke of. */
  latest: string | null
}

/** The books cannot know what is owed on a day that is yet to come. */
export const problemOfAsOf = (day: string, today: string): string | undefined =>
  day > today ? `As Of should not be later than today: ${showDay(day)} is yet to come` : undefined

/** "₹5,000 receivable"; what was paid ahead is no debt below nothing: "₹5,000 in credit". */
export const receivableInWords = (amount: number): string =>
  amount < 0 ? `${inRupees(-amount)} in credit` : `${inRupees(amount)} receivable`

export const balanceInWords = (
  { Receivable, Overdue, As_Of }: Balance,
  showDay: (day: string) => string,
): string =>
  `${receivableInWords(Receivable)}, ${Overdue === 0 ? 'nothing' : inRupees(Overdue)} overdue, as of ${showDay(As_Of)}`

const grouped = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d*))?$|^\.(\d+)$/

/** Rupees as people and their programs write them; undefined when it is no amount. Nothing at all is nothing owed. */
export function readAmount(given: unknown): number | undefined {
  if (given === undefined || given === null) return 0
  if (typeof given === 'number') return given
  if (typeof given !== 'string' || given.length > 60) return undefined
  let text = given.normalize('NFKC').replaceAll(/\s/g, '').replace(/^'/, '').toLowerCase()
  let sign = 1
  const turn = (found: RegExp, inside: string): void => {
    if (!found.test(text)) return
    text = text.replace(found, inside)
    sign = -sign
  }
  const unit = /^(-?\(?-?)(?:₹|rs\.?|inr)/
  text = text
    .replace(unit, '$1')
    .replace(/\/-$/, '')
    .replace(/dr\.?$/, '')
  turn(/cr\.?$/, '')
  turn(/^\((.*)\)$/, '$1')
  text = text.replace(unit, '$1')
  turn(/^-|-$/, '')
  if (text === '') return 0
  const digits = grouped.exec(text)
  if (!digits) return undefined
  return sign * Number(text.replaceAll(',', ''))
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A day as files have it: dd/mm/yyyy, dd/mm/yy or ISO, also with a time behind it, or `15-Nov-2026` as accounts packages write it. */
export function readFileDay(given: string): string | undefined {
  const text = given.trim().replace(/^'/, '')
  const named = /^(\d{1,2})[\s/-]([a-z]{3})[a-z]*[\s/-](\d{2}|\d{4})$/i.exec(text)
  if (named) {
    const [, day, month, year] = named as unknown as [string, string, string, string]
    const number = months.indexOf(month.toLowerCase()) + 1
    return parseDay(`${day}/${number}/${year.length === 2 ? `20${year}` : year}`)
  }
  const short = /^(\d{1,2})([/-])(\d{1,2})\2(\d{2})$/.exec(text)
  if (short) return parseDay(`${short[1]}/${short[3]}/20${short[4]}`)
  return parseDay(text.replace(/[T\s]00:00(?::00(?:\.0+)?)?Z?$/, ''))
}
