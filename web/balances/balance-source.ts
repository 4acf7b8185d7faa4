import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import { formatDate } from '#domain/dates/dates.ts'
import type { BalanceReportRow } from '#domain/api/money/balances.ts'
import type { BalanceOutcome } from '#domain/balances/balance.ts'
import {
  balanceHeader,
  billHeader,
  rejectedColumns,
  rejectedHeader,
  type RawBalanceRow,
} from '#domain/balances/balance-file.ts'
import { keysOf } from '#domain/keys-of.ts'
import { listRecords } from '../api/resources.ts'
import { saveFile } from '../ui/save-file.ts'
import { t } from '#domain/messages/t.ts'

/** Decodes a CSV file in any encoding a spreadsheet saves; throws a message for the user if it is not text. */
export async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(
      t('{file} is a workbook. Save it as CSV (Save as, CSV UTF-8) and choose that file', {
        file: file.name,
      }),
    )
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Older Windows programs save this encoding.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function download(name: string, rows: readonly (readonly string[])[]): void {
  const content = writeCsv(rows.map((row) => row.map(escapeFormula)))
  // With the byte order mark spreadsheets read the file as UTF-8.
  saveFile(name, new Blob(['\ufeff', content], { type: 'text/csv' }))
}

/** Downloads a template with the first customers of the firm. */
export async function downloadTemplate(today: string): Promise<void> {
  const { items } = await listRecords(labelsOf('customer'), { limit: 3, sort: 'Customer_Code' })
  const rows = items.map((customer) => [customer.Customer_Code, '0', '0', formatDate(today)])
  download('balances.csv', [balanceHeader, ...rows])
}

/** The same for a file with one row per bill. */
export async function downloadBillTemplate(today: string): Promise<void> {
  const { items } = await listRecords(labelsOf('customer'), { limit: 3, sort: 'Customer_Code' })
  const rows = items.map((customer, at) => [
    customer.Customer_Code,
    `INV-${at + 1}`,
    formatDate(today),
    '0',
    formatDate(today),
  ])
  download('bills.csv', [billHeader, ...rows])
}

/** Outcomes of rejected rows that the user can fix. */
const refused: readonly BalanceOutcome[] = ['failed', 'unknown', 'wrong', 'repeated', 'older']
export const isRefused = ({ outcome }: BalanceReportRow): boolean => refused.includes(outcome)

/** Downloads the rejected rows with their reasons, to fix and upload again. */
export function downloadRefused(report: readonly BalanceReportRow[], given: readonly RawBalanceRow[]): void {
  const byLine = new Map(given.map((row) => [row.line, row]))
  // Without the columns that no row has: a file of balances has no bills.
  const columns = keysOf(rejectedColumns).filter(
    (column) => column === 'Customer_Code' || given.some((row) => row[column] !== undefined),
  )
  const cell = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
  const rows = report.filter(isRefused).map(({ line, sentence }) => {
    const row = byLine.get(line)
    return [...columns.map((column) => row?.[column]), sentence].map(cell)
  })
  download('balances-not-taken.csv', [rejectedHeader(columns), ...rows])
}
