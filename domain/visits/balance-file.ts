import { fromText, readCsv } from '../csv.ts'

/** A row as it came, nothing read yet. */
export interface GivenBalance {
  line: number
  Customer_Code?: unknown
  Erp_Code?: unknown
  Receivable?: unknown
  Overdue?: unknown
  As_Of?: unknown
}

type Column = Exclude<keyof GivenBalance, 'line'>

/** How files call the columns, without spaces, signs and capitals. */
const headings: Record<Column, RegExp> = {
  Customer_Code: /^(?:customer|cust|party|client|account|dealer)(?:code|no|number|id)$|^code$/,
  Erp_Code: /^erp(?:code|id|no|number)?$|^(?:ledger|tally)(?:code|id|no|number)$/,
  Receivable: /^(?:amount|total|net)?(?:receivables?|outstanding|balance|due|dues)(?:amount|balance)?$/,
  Overdue: /^(?:amount|total)?overdues?(?:amount|balance)?$/,
  As_Of: /^(?:balance)?as(?:of|on|at)(?:date|day)?$|^(?:balance)?date$/,
}

/** The header of a file we would write ourselves. */
export const balanceHeader = ['Customer Code', 'Receivable', 'Overdue', 'As Of'] as const
export const mostBalances = 50_000
export const tooManyBalances = `Not more than ${mostBalances.toLocaleString('en-IN')} rows at once: send the rest after them`

/** Accounts packages put empty rows below a table, and columns beside it that nobody asked for: room for those as well. */
const limits = { mostRecords: 2 * mostBalances, mostCells: 200, mostCellsInAll: 2_000_000 }

export interface BalanceFile {
  rows: GivenBalance[]
  /** What keeps the file as a whole from being read. */
  problem?: string
  /** Whether the file itself says of which day it speaks. */
  hasDays: boolean
}

export function readBalanceFile(text: string): BalanceFile {
  const none = { rows: [], hasDays: false }
  const { records, openQuote, tooMany } = readCsv(text, limits)
  if (openQuote !== undefined)
    return { ...none, problem: `A quote (") that begins on line ${openQuote} is never closed` }
  if (tooMany?.what === 'records') return { ...none, problem: tooManyBalances }
  if (tooMany?.what === 'cells')
    return { ...none, problem: `Line ${tooMany.line} has more than ${limits.mostCells} columns` }
  if (tooMany)
    return { ...none, problem: 'The file has too many cells: leave out the columns that are not needed' }
  const [head, ...body] = records
  if (!head) return { ...none, problem: 'The file is empty' }
  const columns = new Map<Column, number>()
  for (const [at, heading] of head.cells.entries()) {
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    const names = Object.keys(headings) as Column[]
    const column = names.find((name) => headings[name].test(plain))
    if (!column) continue
    if (columns.has(column))
      return { ...none, problem: `Two columns say ${labels[column]}: leave one of them` }
    columns.set(column, at)
  }
  const missing = [
    !columns.has('Customer_Code') && !columns.has('Erp_Code') && 'Customer Code (or Erp Code)',
    !columns.has('Receivable') && 'Receivable',
    !columns.has('Overdue') && 'Overdue',
  ].filter((each) => each !== false)
  if (missing.length > 0) {
    const found = head.cells.slice(0, 12).join(', ').slice(0, 200)
    const words = missing.join(', ')
    return {
      ...none,
      problem: `The first line should name the columns. Missing: ${words}. It says: ${found}`,
    }
  }
  const rows = body
    // Accounts packages end a table with empty cells.
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }): GivenBalance => {
      const row: GivenBalance = { line }
      for (const [column, at] of columns) row[column] = fromText((cells[at] ?? '').trim())
      return row
    })
  if (rows.length === 0) return { ...none, problem: 'The file has a first line and no rows below it' }
  if (rows.length > mostBalances) return { ...none, problem: tooManyBalances }
  return { rows, hasDays: rows.some(({ As_Of }) => As_Of !== undefined && As_Of !== '') }
}

const labels: Record<Column, string> = {
  Customer_Code: 'Customer Code',
  Erp_Code: 'Erp Code',
  Receivable: 'Receivable',
  Overdue: 'Overdue',
  As_Of: 'As Of',
}
