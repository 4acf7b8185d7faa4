import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { formatDate } from '#domain/dates/dates.ts'
import type { BalanceReportRow } from '#domain/api/money/balances.ts'
import { formatBalance, type Balance, type BalanceOutcome } from '#domain/balances/balance.ts'
import type { BalanceRow } from '#domain/balances/balance-row.ts'
import type { StoreFailure } from '../store/dialect.ts'
import type { BookCustomer } from './bill-store.ts'
import type { Keyed } from './find-customers.ts'
import { t } from '#domain/messages/t.ts'

export type KeyedBalance = Keyed<BalanceRow> & {
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
  customers: ReadonlyMap<string, BookCustomer>,
  stored: StoredBalance | undefined,
): BalanceReportRow {
  const customer = customers.get(key)?.code
  const answer = (outcome: BalanceOutcome, sentence: string): BalanceReportRow => ({
    line,
    customer: customer ?? code,
    outcome,
    sentence,
  })
  if (customer === undefined)
    return answer('unknown', t('There is no customer {code} (Customer Code)', { code }))
  const isSame = (other: Balance): boolean =>
    other.Receivable === balance.Receivable && other.Overdue === balance.Overdue
  if (repeats) {
    const other = repeats.balance
    return answer(
      'repeated',
      isSame(other)
        ? t('Line {line} has the same customer and day, and the same amounts', { line: repeats.line })
        : t('Line {line} has the same customer and day, and was used: {balance}', {
            line: repeats.line,
            balance: describeBalance(other),
          }),
    )
  }
  const isOdd = balance.Overdue > Math.max(balance.Receivable, 0)
  const accepted = (outcome: BalanceOutcome, sentence: string): BalanceReportRow =>
    isOdd
      ? {
          ...answer(outcome, t('{sentence}. Overdue is more than receivable: please check', { sentence })),
          isOdd,
        }
      : answer(outcome, sentence)
  if (!stored) return accepted('new', describeBalance(balance))
  const before = stored.balance
  if (before.As_Of > balance.As_Of)
    return answer(
      'older',
      t('Not saved, a newer balance exists: {balance}', { balance: describeBalance(before) }),
    )
  if (before.As_Of === balance.As_Of && isSame(before))
    return answer('same', t('Unchanged: {balance}', { balance: describeBalance(before) }))
  return accepted(
    'changed',
    t('{balance}; before: {before}', { balance: describeBalance(balance), before: describeBalance(before) }),
  )
}

const failures: Record<StoreFailure['kind'], string> = {
  duplicate: 'Not saved: another user entered one of these balances just now; send the file again',
  reference: 'Not saved: one of these customers was changed or deleted just now; send the file again',
  unavailable: 'Not saved: the database does not answer right now; send the file again',
  unknown: 'Possibly not saved: the connection to the database was lost; send the file again',
  damaged: 'Not saved: the database file is damaged; send the file again',
  again: 'Not saved: other users changed the same customers at the same time; send the file again',
  full: 'Not saved: the server disk is full; send the file again',
  slow: 'Not saved: the database took too long; send the file again',
  unreadable: 'Not saved: one of these rows has a value that cannot be stored; send the file again',
}

/** Valid rows that were not saved. */
export const failedRows = (
  rows: readonly Pick<BalanceRow, 'line' | 'code'>[],
  kind: StoreFailure['kind'],
): BalanceReportRow[] =>
  rows.map(({ line, code }) => ({
    line,
    customer: code,
    outcome: 'failed',
    sentence: t(failures[kind]),
  }))
