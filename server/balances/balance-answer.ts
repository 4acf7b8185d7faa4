import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { formatDate } from '#domain/dates.ts'
import type { BalanceReportRow } from '#domain/api/visits/balances.ts'
import { formatBalance, type Balance, type BalanceOutcome } from '#domain/visits/balance.ts'
import type { BalanceRow } from '#domain/visits/balance-row.ts'
import type { StoreFailure } from '../store/dialect.ts'

/** A row with the key of its customer. */
export interface KeyedBalance extends BalanceRow {
  key: string
  /** The earlier line with the same customer and day. */
  repeats?: KeyedBalance
}

export interface StoredBalance {
  balance: Balance
  record?: RecordNamed<'balance'>
}

const describeBalance = (balance: Balance): string => formatBalance(balance, formatDate)

/** The outcome of a row, compared with the stored balance. */
export function outcomeOf(
  { line, code, key, balance, repeats }: KeyedBalance,
  customers: ReadonlyMap<string, string>,
  stored: StoredBalance | undefined,
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
    const earlier = `Line ${repeats.line} has the same customer and day`
    return answer(
      'repeated',
      isSame(other)
        ? `${earlier}, and the same amounts`
        : `${earlier}, and was used: ${describeBalance(other)}`,
    )
  }
  const isOdd = balance.Overdue > Math.max(balance.Receivable, 0)
  const accepted = (outcome: BalanceOutcome, sentence: string): BalanceReportRow =>
    isOdd
      ? { ...answer(outcome, `${sentence}. Overdue is more than receivable: please check`), isOdd }
      : answer(outcome, sentence)
  if (!stored) return accepted('new', describeBalance(balance))
  const before = stored.balance
  if (before.As_Of > balance.As_Of)
    return answer('older', `Not saved, a newer balance exists: ${describeBalance(before)}`)
  if (before.As_Of === balance.As_Of && isSame(before))
    return answer('same', `Unchanged: ${describeBalance(before)}`)
  return accepted('changed', `${describeBalance(balance)}; before: ${describeBalance(before)}`)
}

const reasons: Record<StoreFailure['kind'], string> = {
  duplicate: 'another user entered one of these balances just now',
  reference: 'one of these customers was changed or deleted just now',
  unavailable: 'the database does not answer right now',
  unknown: 'the connection to the database was lost',
  damaged: 'the database file is damaged',
  again: 'other users changed the same customers at the same time',
  full: 'the server disk is full',
  slow: 'the database took too long',
  unreadable: 'one of these rows has a value that cannot be stored',
}

/** Valid rows that were not saved. */
export const failedRows = (rows: readonly KeyedBalance[], kind: StoreFailure['kind']): BalanceReportRow[] =>
  rows.map(({ line, code }) => ({
    line,
    customer: code,
    outcome: 'failed',
    sentence: `${kind === 'unknown' ? 'Possibly not saved' : 'Not saved'}: ${reasons[kind]}; send the file again`,
  }))
