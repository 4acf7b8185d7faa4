import type { promiseStates } from '../catalogue/entities/visit-choices.ts'
import { addDays, formatDate } from '../dates/dates.ts'
import { t } from '../messages/t.ts'
import type { FieldProblem } from '../problem.ts'

/** `open`: the accounts do not say yet. */
export type PromiseState = (typeof promiseStates)[number]

/** What a customer promised at a visit. */
export interface PromiseToPay {
  /** The day of the visit. */
  madeOn: string
  amount: number
  /** The last day on which it is kept. */
  by: string
}

/** What the accounts say a customer owed on a day, in rupees. */
export interface BookDay {
  day: string
  amount: number
}

/**
 * Whether a promise was kept, by what the accounts say. The balance before it is the last one of the day of the visit or earlier; without
 * any, the first one after it. The promise is kept if a later balance, up to and including the first one of the promised day or later, is
 * lower by at least the promised amount, or is nothing. It is broken if that first one exists and none was low enough. The result depends
 * only on the balances, not on the order in which they became known.
 */
export function judgePromise({ madeOn, amount, by }: PromiseToPay, books: readonly BookDay[]): PromiseState {
  const inOrder = books.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const before = inOrder.findLast(({ day }) => day <= madeOn) ?? inOrder[0]
  if (!before) return 'open'
  const after = inOrder.filter(({ day }) => day > before.day && day > madeOn)
  const decisive = after.findIndex(({ day }) => day >= by)
  const considered = decisive < 0 ? after : after.slice(0, decisive + 1)
  // In paise, which are whole numbers.
  const paise = (rupees: number): number => Math.round(rupees * 100)
  const target = Math.max(paise(before.amount) - paise(amount), 0)
  if (considered.some((each) => paise(each.amount) <= target)) return 'kept'
  return decisive < 0 ? 'open' : 'broken'
}

/** A promise for a later day than this is a typing error. */
const maxDays = 366

/** The fields of a visit about money, as they are stored. */
export interface MoneyOfVisit {
  Visited_On?: unknown
  Collected_Amount?: unknown
  Collected_Way?: unknown
  Collected_Reference?: unknown
  Promised_Amount?: unknown
  Promised_On?: unknown
}

const has = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** What is wrong between the fields; each by itself is checked by its declaration. */
export function moneyProblems(visit: MoneyOfVisit): FieldProblem[] {
  const problems: FieldProblem[] = []
  const { Collected_Amount, Collected_Way, Collected_Reference, Promised_Amount, Promised_On, Visited_On } =
    visit
  if (has(Collected_Amount) && !has(Collected_Way))
    problems.push({ field: 'Collected_Way', message: t('Collected By says how it was paid: choose it') })
  if (!has(Collected_Amount) && (has(Collected_Way) || has(Collected_Reference)))
    problems.push({ field: 'Collected_Amount', message: t('Collected Amount is missing') })
  if (has(Promised_Amount) && !has(Promised_On))
    problems.push({
      field: 'Promised_On',
      message: t('Promised On is missing: by which day will it be paid?'),
    })
  if (has(Promised_On) && !has(Promised_Amount))
    problems.push({ field: 'Promised_Amount', message: t('Promised Amount is missing') })
  if (typeof Promised_On === 'string' && typeof Visited_On === 'string' && has(Promised_On)) {
    if (Promised_On < Visited_On)
      problems.push({
        field: 'Promised_On',
        message: t('Promised On should not be before the visit: {date} has passed', {
          date: formatDate(Promised_On),
        }),
      })
    else if (Promised_On > addDays(Visited_On, maxDays))
      problems.push({
        field: 'Promised_On',
        message: t('Promised On should be within a year: {date} is too far away', {
          date: formatDate(Promised_On),
        }),
      })
  }
  return problems
}
