import type { RecordNamed } from '../catalogue/catalogue.ts'
import { parseDay, formatDate } from '../dates/dates.ts'
import { formatRupees } from '../money.ts'
import { t } from '../messages/t.ts'

/** What a customer owes on a day, in rupees, according to the accounts. */
export type Balance = Pick<RecordNamed<'balance'>, 'As_Of' | 'Receivable' | 'Overdue'>

/**
 * The outcome of an uploaded row. `older`: a newer balance is stored. `unknown`: no such customer. `wrong`: not valid.
 * `repeated`: an earlier row has the same customer and day. `failed`: valid, but the database rejected it.
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

/** A balance cannot have a future date. */
export const validateAsOf = (day: string, today: string): string | undefined =>
  day > today
    ? t('As Of should not be later than today: {date} is in the future', { date: formatDate(day) })
    : undefined

/** "₹5,000 receivable", or "₹5,000 in credit" for a negative amount. */
export const formatReceivable = (amount: number): string =>
  amount < 0
    ? t('{amount} in credit', { amount: formatRupees(-amount) })
    : t('{amount} receivable', { amount: formatRupees(amount) })

export const formatBalance = (
  { Receivable, Overdue, As_Of }: Balance,
  formatDate: (day: string) => string,
): string => {
  const values = { receivable: formatReceivable(Receivable), date: formatDate(As_Of) }
  return Overdue === 0
    ? t('{receivable}, nothing overdue, as of {date}', values)
    : t('{receivable}, {overdue} overdue, as of {date}', { ...values, overdue: formatRupees(Overdue) })
}

const grouped = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d*))?$|^\.(\d+)$/

/** Parses amounts as accounting packages write them; undefined when it is not an amount. An empty value is 0. */
export function readAmount(input: unknown): number | undefined {
  if (input === undefined || input === null) return 0
  if (typeof input === 'number') return input
  if (typeof input !== 'string' || input.length > 60) return undefined
  let text = input.normalize('NFKC').replaceAll(/\s/g, '').replace(/^'/, '').toLowerCase()
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

/** Parses dd/mm/yyyy, dd/mm/yy, ISO (also with a midnight time), or `15-Nov-2026` as accounting packages write it. */
export function readFileDay(input: string): string | undefined {
  const text = input.trim().replace(/^'/, '')
  const named = /^(\d{1,2})[\s/-]([a-z]{3})[a-z]*[\s/-](\d{2}|\d{4})$/i.exec(text)
  if (named) {
    const [, day, month = '', year = ''] = named
    const number = months.indexOf(month.toLowerCase()) + 1
    return parseDay(`${day}/${number}/${year.length === 2 ? `20${year}` : year}`)
  }
  const short = /^(\d{1,2})([/-])(\d{1,2})\2(\d{2})$/.exec(text)
  if (short) return parseDay(`${short[1]}/${short[3]}/20${short[4]}`)
  return parseDay(text.replace(/[T\s]00:00(?::00(?:\.0+)?)?Z?$/, ''))
}
