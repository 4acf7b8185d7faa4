import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { asText, writeCsv } from '#domain/csv.ts'
import { cellsIn, type ExportColumn } from './export-columns.ts'

// Without it Excel takes UTF-8 for something older.
const byteOrderMark = '\ufeff'

/** A table as RFC 4180 has it, for Excel: what it would take for a formula is made text, numbers stay numbers. */
export async function* csvFile(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly StoredRecord[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + writeCsv([columns.map(({ label }) => label)]))
  for await (const page of pages) {
    const rows = page.map((record) =>
      cellsIn(columns, record).map((value, at) => {
        const { kind, show } = columns[at]!
        return kind === 'number' || kind === 'money' ? show(value) : asText(show(value))
      }),
    )
    if (rows.length > 0) yield Buffer.from(writeCsv(rows))
  }
}
