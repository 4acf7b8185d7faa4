import { entityNamed } from '../catalogue/catalogue.ts'
import { validateAsOf, readAmount, readFileDay, type Balance } from './balance.ts'
import type { RawBalanceRow } from './balance-file.ts'
import { t } from '../messages/t.ts'
import { readField } from '../catalogue/reading/read-field.ts'

export interface BalanceRow {
  line: number
  /** The code that identifies the customer. */
  by: 'Customer_Code' | 'Erp_Code'
  code: string
  balance: Balance
}

/** The validated row, or what is wrong with it. */
export function readBalanceRow(
  row: RawBalanceRow,
  { asOf, today }: { asOf: string | undefined; today: string },
): BalanceRow | string {
  const problems: string[] = []
  const by = isBlank(row.Customer_Code) ? 'Erp_Code' : 'Customer_Code'
  const code = readCode(by, row[by], problems)
  const Receivable = readRupees('Receivable', row.Receivable, problems)
  const Overdue = readRupees('Overdue', row.Overdue, problems)
  const As_Of = readAsOf(isBlank(row.As_Of) ? asOf : row.As_Of, today, problems)
  if (problems.length > 0) return problems.join('. ')
  return { line: row.line, by, code, balance: { As_Of, Receivable, Overdue } }
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
