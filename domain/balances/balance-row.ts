import { entityNamed } from '../catalogue/catalogue.ts'
import { formatDate } from '../dates/dates.ts'
import { formatRupees } from '../money.ts'
import { foldText } from '../text.ts'
import { validateAsOf, readAmount, readFileDay, type Balance } from './balance.ts'
import type { Bill } from './bills.ts'
import type { RawBalanceRow } from './balance-file.ts'
import { t } from '../messages/t.ts'
import { readField } from '../catalogue/reading/read-field.ts'

interface CustomerRow {
  line: number
  /** The code that identifies the customer. */
  by: 'Customer_Code' | 'Erp_Code'
  code: string
}

/** What a customer owes. */
export interface BalanceRow extends CustomerRow {
  balance: Balance
}

/** One bill of a customer. */
export interface BillRow extends CustomerRow {
  bill: Bill
}

export interface RowOptions {
  /** The day of rows without a day of their own. */
  asOf: string | undefined
  today: string
}

/** The validated row, or what is wrong with it. */
export function readUploadedRow(row: RawBalanceRow, options: RowOptions): BalanceRow | BillRow | string {
  const isBill =
    !isBlank(row.Bill_Number) ||
    ((!isBlank(row.Bill_Date) || !isBlank(row.Bill_Amount)) && isBlank(row.Overdue))
  return isBill ? readBillRow(row, options) : readBalanceRow(row, options)
}

/** The whole balance of a customer. */
export function readBalanceRow(row: RawBalanceRow, { asOf, today }: RowOptions): BalanceRow | string {
  const problems: string[] = []
  const by = isBlank(row.Customer_Code) ? 'Erp_Code' : 'Customer_Code'
  const code = readCode(by, row[by], problems)
  const Receivable = readRupees('Receivable', row.Receivable, problems)
  const Overdue = readRupees('Overdue', row.Overdue, problems)
  const As_Of = readAsOf(isBlank(row.As_Of) ? asOf : row.As_Of, today, problems)
  if (problems.length > 0) return problems.join('. ')
  return { line: row.line, by, code, balance: { As_Of, Receivable, Overdue } }
}

/** A bill number is at most this long. */
export const maxBillNumber = 60
/** No bill of a firm that this is for is larger: it is a mistake in the file. */
export const maxBillAmount = 10_000_000_000

export function readBillRow(row: RawBalanceRow, { asOf, today }: RowOptions): BillRow | string {
  const problems: string[] = []
  const by = isBlank(row.Customer_Code) ? 'Erp_Code' : 'Customer_Code'
  const code = readCode(by, row[by], problems)
  const Bill_Number = readBillNumber(row.Bill_Number, problems)
  const Amount = readBillAmount(isBlank(row.Bill_Amount) ? row.Receivable : row.Bill_Amount, problems)
  const As_Of = readAsOf(isBlank(row.As_Of) ? asOf : row.As_Of, today, problems)
  const Bill_Date = readBillDate(row.Bill_Date, { asOf: As_Of, today }, problems)
  if (problems.length > 0) return problems.join('. ')
  return { line: row.line, by, code, bill: { Bill_Number, Bill_Date, Amount, As_Of } }
}

/** The form in which bill numbers are compared. */
export const keyOfBill = (billNumber: string): string => foldText(billNumber)

function readBillNumber(input: unknown, problems: string[]): string {
  if (isBlank(input)) {
    problems.push(t('Bill Number is missing'))
    return ''
  }
  const number = String(input).normalize('NFC').trim()
  if ((typeof input !== 'string' && typeof input !== 'number') || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(number))
    problems.push(t('Bill Number has characters that cannot be read'))
  else if (number.length > maxBillNumber)
    problems.push(t('Bill Number should have at most {max} characters', { max: maxBillNumber }))
  return number
}

function readBillAmount(input: unknown, problems: string[]): number {
  if (isBlank(input)) {
    problems.push(t('Bill Amount is missing: enter 0 if the bill is settled'))
    return 0
  }
  const amount = readAmount(input)
  if (amount === undefined || !Number.isFinite(amount))
    problems.push(t('{label} should be an amount like 1,25,000.50', { label: t('Bill Amount') }))
  else if (amount < 0)
    problems.push(t('Bill Amount should not be negative: a bill with a credit is settled, enter 0'))
  else if (amount > maxBillAmount)
    problems.push(t('Bill Amount should not be more than {max}', { max: formatRupees(maxBillAmount) }))
  else if (Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-4)
    problems.push(t('Bill Amount should have at most two decimal places'))
  return amount ?? 0
}

function readBillDate(
  input: unknown,
  { asOf, today }: { asOf: string; today: string },
  problems: string[],
): string {
  if (isBlank(input)) {
    problems.push(t('Bill Date is missing'))
    return ''
  }
  const day = typeof input === 'string' ? readFileDay(input) : undefined
  if (!day) problems.push(t('{label} should be a date like 31/12/2026', { label: t('Bill Date') }))
  else if (day > today)
    problems.push(
      t('Bill Date should not be later than today: {date} is in the future', { date: formatDate(day) }),
    )
  else if (asOf !== '' && day > asOf)
    problems.push(t('Bill Date {date} is after the date of the file', { date: formatDate(day) }))
  return day ?? ''
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function readCode(by: BalanceRow['by'], input: unknown, problems: string[]): string {
  if (isBlank(input)) {
    problems.push(t('Customer Code or Erp Code is required'))
    return ''
  }
  // An API client may send a numeric code as a number.
  const code = typeof input === 'number' ? String(input) : input
  const reading = readField(entityNamed('customer').fields[by]!, code)
  if ('problem' in reading) problems.push(reading.problem)
  return 'value' in reading ? String(reading.value) : ''
}

function readRupees(name: 'Receivable' | 'Overdue', input: unknown, problems: string[]): number {
  const amount = readAmount(input)
  if (amount === undefined) {
    problems.push(t('{label} should be an amount like 1,25,000.50', { label: t(name) }))
    return 0
  }
  const reading = readField(entityNamed('balance').fields[name]!, amount)
  if ('problem' in reading) problems.push(reading.problem)
  return 'value' in reading ? Number(reading.value) : 0
}

function readAsOf(input: unknown, today: string, problems: string[]): string {
  if (isBlank(input)) {
    problems.push(t('As Of is missing: enter the date of this balance'))
    return ''
  }
  const day = typeof input === 'string' ? readFileDay(input) : undefined
  const problem = day
    ? validateAsOf(day, today)
    : t('{label} should be a date like 31/12/2026', { label: t('As Of') })
  if (problem) problems.push(problem)
  return day ?? ''
}
