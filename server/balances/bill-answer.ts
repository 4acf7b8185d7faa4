import type { BalanceReportRow } from '#domain/api/money/balances.ts'
import type { BalanceOutcome } from '#domain/balances/balance.ts'
import { keyOfBill, type BillRow } from '#domain/balances/balance-row.ts'
import { dueDay, type Bill } from '#domain/balances/bills.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { formatRupees } from '#domain/money.ts'
import type { BookCustomer } from './bill-store.ts'
import type { Keyed } from './find-customers.ts'

export type KeyedBill = Keyed<BillRow>

function describeBill({ Bill_Number: number, Bill_Date, Amount }: Bill, termDays: number): string {
  const values = { number, date: formatDate(Bill_Date) }
  return Amount === 0
    ? t('Bill {number} of {date} is settled', values)
    : t('Bill {number} of {date}: {amount}, due {due}', {
        ...values,
        amount: formatRupees(Amount),
        due: formatDate(dueDay(Bill_Date, termDays)),
      })
}

/** The outcome of a row, compared with the stored bill. */
export function outcomeOfBill(
  { line, code, bill }: KeyedBill,
  customer: BookCustomer | undefined,
  stored: Bill | undefined,
): BalanceReportRow {
  const answer = (outcome: BalanceOutcome, sentence: string): BalanceReportRow => ({
    line,
    customer: customer?.code ?? code,
    outcome,
    sentence,
  })
  if (!customer) return answer('unknown', t('There is no customer {code} (Customer Code)', { code }))
  const bills = describeBill(bill, customer.termDays)
  if (!stored) return answer('new', bills)
  const before = { amount: formatRupees(stored.Amount), date: formatDate(stored.As_Of) }
  if (stored.As_Of > bill.As_Of)
    return answer('older', t('Not saved, a newer file had this bill: {amount} as of {date}', before))
  const isSame = stored.Amount === bill.Amount && stored.Bill_Date === bill.Bill_Date
  if (stored.As_Of === bill.As_Of && isSame)
    return answer('same', t('Unchanged: {balance}', { balance: bills }))
  return answer('changed', t('{bill}; before: {amount} as of {date}', { bill: bills, ...before }))
}

/**
 * Rows of the same bill and day. Of equal ones the first is used; where they differ, it is not known which one is right, so that none
 * is saved.
 */
export function withoutRepeated(rows: readonly KeyedBill[], report: BalanceReportRow[]): KeyedBill[] {
  const groups = Map.groupBy(rows, ({ key, bill }) =>
    JSON.stringify([key, keyOfBill(bill.Bill_Number), bill.As_Of]),
  )
  return [...groups.values()].flatMap((same) => {
    const [first, ...others] = same
    const isEqual = ({ bill }: KeyedBill): boolean =>
      bill.Amount === first!.bill.Amount && bill.Bill_Date === first!.bill.Bill_Date
    const refuse = ({ line, code }: KeyedBill, outcome: BalanceOutcome, sentence: string): unknown =>
      report.push({ line, customer: code, outcome, sentence })
    if (others.every(isEqual)) {
      for (const each of others)
        refuse(
          each,
          'repeated',
          t('Line {line} has the same bill, and the same amount', { line: first!.line }),
        )
      return [first!]
    }
    for (const each of same) {
      const other = same.find(({ line }) => line !== each.line)!
      refuse(
        each,
        'wrong',
        t('Line {line} has the same bill with another amount or date. Neither is saved: remove one of them', {
          line: other.line,
        }),
      )
    }
    return []
  })
}
