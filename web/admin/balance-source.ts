import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { asText, writeCsv } from '#domain/csv.ts'
import { showDay } from '#domain/dates.ts'
import type { BalanceOutcome, BalanceReportRow } from '#domain/visits/balance.ts'
import { balanceHeader, type GivenBalance } from '#domain/visits/balance-file.ts'
import { listRecords } from '../api/resources.ts'
import { saveFile } from '../ui/save-file.ts'

/** The text of a file, whichever way a spreadsheet saved it; throws the sentence when it is no text. */
export async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(`${file.name} is a workbook. Save it as CSV first (Save as, CSV UTF-8), and choose that`)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What older programs on Windows save.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function download(name: string, rows: readonly (readonly string[])[]): void {
  const content = writeCsv(rows.map((row) => row.map(asText)))
  // The mark tells a spreadsheet that this is UTF-8.
  saveFile(name, new Blob(['\ufeff', content], { type: 'text/csv' }))
}

/** A file to fill in, with the firm's own first customers in it. */
export async function downloadTemplate(today: string): Promise<void> {
  const { items } = await listRecords(entityNamed('customer'), { limit: 3, sort: 'Customer_Code' })
  const rows = items.map((customer) => [String(customer['Customer_Code']), '0', '0', showDay(today)])
  download('balances.csv', [balanceHeader, ...rows])
}

/** What was not taken and can be mended. */
const refused: readonly BalanceOutcome[] = ['failed', 'unknown', 'wrong', 'repeated', 'older']
export const isRefused = ({ outcome }: BalanceReportRow): boolean => refused.includes(outcome)

/** The rows that were not taken, as they came and with the reason beside them: mended, they can be sent again. */
export function downloadRefused(report: readonly BalanceReportRow[], given: readonly GivenBalance[]): void {
  const byLine = new Map(given.map((row) => [row.line, row]))
  const cell = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
  const rows = report.filter(isRefused).map(({ line, sentence }) => {
    const row = byLine.get(line)
    return [row?.Customer_Code, row?.Erp_Code, row?.Receivable, row?.Overdue, row?.As_Of, sentence].map(cell)
  })
  download('balances-not-taken.csv', [
    ['Customer Code', 'Erp Code', 'Receivable', 'Overdue', 'As Of', 'Reason'],
    ...rows,
  ])
}
