import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showDay } from '#domain/dates.ts'
import {
  balanceInWords,
  type Balance,
  type BalanceOutcome,
  type BalanceReportRow,
} from '#domain/visits/balance.ts'
import type { ReadBalance } from '#domain/visits/balance-row.ts'
import type { StoreFailure } from '../store/dialect.ts'

/** A row whose customer has a name to look for. */
export interface Named extends ReadBalance {
  key: string
  /** The line before it that speaks of the same customer and day. */
  repeats?: Named
}

export interface Known {
  balance: Balance
  record?: StoredRecord
}

const inWords = (balance: Balance): string => balanceInWords(balance, showDay)

/** What a row comes to, beside what is known. */
export function answerTo(
  { line, code, key, balance, repeats }: Named,
  customers: ReadonlyMap<string, string>,
  known: Known | undefined,
): BalanceReportRow {
  const customer = customers.get(key)
  const answer = (outcome: BalanceOutcome, sentence: string): BalanceReportRow => ({
    line,
    customer: customer ?? code,
    outcome,
    sentence,
  })
  if (customer === undefined) return answer('unknown', `There is no customer ${code} (Customer Code)`)
  const isSame = (other: Balance): boolean =>
    other.Receivable === balance.Receivable && other.Overdue === balance.Overdue
  if (repeats) {
    const other = repeats.balance
    const which = `Line ${repeats.line} is about the same customer and day`
    return answer(
      'repeated',
      isSame(other) ? `${which}, and says the same` : `${which}, and was taken: ${inWords(other)}`,
    )
  }
  const isOdd = balance.Overdue > Math.max(balance.Receivable, 0)
  const taken = (outcome: BalanceOutcome, sentence: string): BalanceReportRow =>
    isOdd
      ? { ...answer(outcome, `${sentence}. More is overdue than receivable: worth a look`), isOdd }
      : answer(outcome, sentence)
  if (!known) return taken('new', inWords(balance))
  const before = known.balance
  if (before.As_Of > balance.As_Of)
    return answer('older', `Kept out, something newer is known: ${inWords(before)}`)
  if (before.As_Of === balance.As_Of && isSame(before))
    return answer('same', `Known already: ${inWords(before)}`)
  return taken('changed', `${inWords(balance)}; before: ${inWords(before)}`)
}

const reasons: Record<StoreFailure['kind'], string> = {
  duplicate: 'somebody else entered one of these balances just now',
  reference: 'one of these customers was changed or deleted just now',
  unavailable: 'the database does not answer right now',
  unknown: 'the connection to the database was lost',
  damaged: 'the database file is damaged',
  again: 'others changed the same customers at the same time',
  full: 'the disk of the server is full',
  slow: 'the database took too long',
  unreadable: 'one of these rows holds a value that cannot be stored',
}

/** Rows that were good, and were not saved. */
export const failed = (rows: readonly Named[], kind: StoreFailure['kind']): BalanceReportRow[] =>
  rows.map(({ line, code }) => ({
    line,
    customer: code,
    outcome: 'failed',
    sentence: `${kind === 'unknown' ? 'Perhaps not saved' : 'Not saved'}: ${reasons[kind]}; send the file again`,
  }))
