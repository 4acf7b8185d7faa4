import { unescapeFormula, readCsv } from '../csv.ts'
import { keysOf } from '../keys-of.ts'
import { t } from '../messages/t.ts'

/** A row as received, before validation. */
export interface RawBalanceRow {
  line: number
  Customer_Code?: unknown
  Erp_Code?: unknown
  Receivable?: unknown
  Overdue?: unknown
  As_Of?: unknown
  Bill_Number?: unknown
  Bill_Date?: unknown
  Bill_Amount?: unknown
}

type Column = Exclude<keyof RawBalanceRow, 'line'>

/** The headings that files use, normalised to lower-case letters and digits. */
const headings: Record<Column, RegExp> = {
  Customer_Code: /^(?:customer|cust|party|client|account|dealer)(?:code|no|number|id)$|^code$/,
  Erp_Code: /^erp(?:code|id|no|number)?$|^(?:ledger|tally)(?:code|id|no|number)$/,
  Receivable: /^(?:amount|total|net)?(?:receivables?|outstanding|balance|due|dues)(?:amount|balance)?$/,
  Overdue: /^(?:amount|total)?overdues?(?:amount|balance)?$/,
  As_Of: /^(?:balance)?as(?:of|on|at)(?:date|day)?$|^(?:balance)?date$/,
  Bill_Number: /^(?:bill|invoice|inv|voucher)(?:no|number|ref|reference|id)?$/,
  Bill_Date: /^(?:bill|invoice|inv|voucher)(?:date|day|dt)$/,
  Bill_Amount:
    /^(?:(?:open|pending|bill|invoice|inv|voucher)(?:bill)?)?(?:amount|amt|value)(?:pending|open|due)?$/,
}

/** The header of the template. */
export const balanceHeader = ['Customer Code', 'Receivable', 'Overdue', 'As Of'] as const
/** The header of the template of a file with one row per bill. */
export const billHeader = ['Customer Code', 'Bill Number', 'Bill Date', 'Bill Amount', 'As Of'] as const
/** The columns of rejected rows. Their headings are not translated: the file is uploaded again. */
export const rejectedColumns = {
  Customer_Code: 'Customer Code',
  Erp_Code: 'Erp Code',
  Receivable: 'Receivable',
  Overdue: 'Overdue',
  Bill_Number: 'Bill Number',
  Bill_Date: 'Bill Date',
  Bill_Amount: 'Bill Amount',
  As_Of: 'As Of',
} as const satisfies Record<Column, string>
export const rejectedHeader = (columns: readonly Column[]): string[] => [
  ...columns.map((column) => rejectedColumns[column]),
  'Reason',
]
export const maxBalances = 50_000
export const tooManyBalances = (): string =>
  t('Not more than {max, number} rows per file: upload the rest as another file', { max: maxBalances })

/** Higher than needed, because accounting packages add empty rows and extra columns. */
const limits = { maxRecords: 2 * maxBalances, maxCells: 200, maxCellsInAll: 2_000_000 }

export interface BalanceFile {
  rows: RawBalanceRow[]
  /** Why the file cannot be read at all. */
  problem?: string
  /** Whether the rows have a date. */
  hasDays: boolean
  /** Whether there are rows of bills. */
  hasBills: boolean
}

export function readBalanceFile(text: string): BalanceFile {
  const none = { rows: [], hasDays: false, hasBills: false }
  const { records, openQuote, tooMany } = readCsv(text, limits)
  if (openQuote !== undefined)
    return { ...none, problem: t('A quote (") opened on line {line} is never closed', { line: openQuote }) }
  if (tooMany?.what === 'records') return { ...none, problem: tooManyBalances() }
  if (tooMany?.what === 'cells')
    return {
      ...none,
      problem: t('Line {line} has more than {max} columns', {
        line: tooMany.line,
        max: limits.maxCells,
      }),
    }
  if (tooMany)
    return { ...none, problem: t('The file has too many cells: remove the columns that are not needed') }
  const [head, ...body] = records
  if (!head) return { ...none, problem: t('The file is empty') }
  const columns = new Map<Column, number>()
  for (const [at, heading] of head.cells.entries()) {
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    const column = keysOf(headings).find((name) => headings[name].test(plain))
    if (!column) continue
    if (columns.has(column))
      return {
        ...none,
        problem: t('Two columns are read as {column}: remove one of them', {
          column: t(rejectedColumns[column]),
        }),
      }
    columns.set(column, at)
  }
  const needed: readonly Column[] = columns.has('Bill_Number')
    ? ['Bill_Date', columns.has('Receivable') ? 'Receivable' : 'Bill_Amount']
    : ['Receivable', 'Overdue']
  const missing = [
    ...(!columns.has('Customer_Code') && !columns.has('Erp_Code') ? [t('Customer Code (or Erp Code)')] : []),
    ...needed.filter((each) => !columns.has(each)).map((each) => t(rejectedColumns[each])),
  ]
  if (missing.length > 0) {
    const found = head.cells.slice(0, 12).join(', ').slice(0, 200)
    return {
      ...none,
      problem: t('The first line should name the columns. Missing: {missing}. Found: {found}', {
        missing: missing.join(', '),
        found,
      }),
    }
  }
  const rows = body
    // Accounting packages end a table with empty cells.
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }): RawBalanceRow => {
      const row: RawBalanceRow = { line }
      for (const [column, at] of columns) row[column] = unescapeFormula((cells[at] ?? '').trim())
      return row
    })
  if (rows.length === 0) return { ...none, problem: t('The file has a header and no rows') }
  if (rows.length > maxBalances) return { ...none, problem: tooManyBalances() }
  return {
    rows,
    hasDays: rows.some(({ As_Of }) => As_Of !== undefined && As_Of !== ''),
    hasBills: columns.has('Bill_Number'),
  }
}
