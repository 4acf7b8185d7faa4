import { entityNamed } from '../catalogue/catalogue.ts'
import { problemOfAsOf, readAmount, readFileDay, type Balance } from './balance.ts'
import type { GivenBalance } from './balance-file.ts'

export interface ReadBalance {
  line: number
  /** Whose: by the one code or the other. */
  by: 'Customer_Code' | 'Erp_Code'
  code: string
  balance: Balance
}

/** One row read, or the sentence that says what is wrong with it. */
export function readBalanceRow(
  row: GivenBalance,
  { asOf, today }: { asOf: string | undefined; today: string },
): ReadBalance | string {
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

function readCode(by: ReadBalance['by'], given: unknown, problems: string[]): string {
  if (isBlank(given)) {
    problems.push('Customer Code or Erp Code is required')
    return ''
  }
  // A program may send a code of digits as a number.
  const code = typeof given === 'number' ? String(given) : given
  const reading = entityNamed('customer').fields[by]!.read(code)
  if ('problem' in reading) problems.push(reading.problem)
  return 'value' in reading ? String(reading.value) : ''
}

function readRupees(name: 'Receivable' | 'Overdue', given: unknown, problems: string[]): number {
  const amount = readAmount(given)
  if (amount === undefined) {
    problems.push(`${name} should be an amount like 1,25,000.50`)
    return 0
  }
  const reading = entityNamed('balance').fields[name]!.read(amount)
  if ('problem' in reading) problems.push(reading.problem)
  return 'value' in reading ? Number(reading.value) : 0
}

function readAsOf(given: unknown, today: string, problems: string[]): string {
  if (isBlank(given)) {
    problems.push('As Of is missing: say on which day the books had this balance')
    return ''
  }
  const day = typeof given === 'string' ? readFileDay(given) : undefined
  const problem = day ? problemOfAsOf(day, today) : 'As Of should be a date like 31/12/2026'
  if (problem) problems.push(problem)
  return day ?? ''
}
