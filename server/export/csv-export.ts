import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import { cellsIn, type ExportColumn } from './export-columns.ts'

// Without it Excel does not read the file as UTF-8.
const byteOrderMark = '\ufeff'

/** CSV of RFC 4180 for Excel: text that looks like a formula is escaped, numbers stay numbers. */
export async function* csvFile(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly StoredRecord[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + writeCsv([columns.map(({ label }) => label)]))
  for await (const page of pages) {
    const rows = page.map((record) =>
      cellsIn(columns, record).map((value, at) => {
        const { kind, show } = columns[at]!
        return kind === 'number' || kind === 'money' ? show(value) : escapeFormula(show(value))
      }),
    )
    if (rows.length > 0) yield Buffer.from(writeCsv(rows))
  }
}
