import type { ImportRow } from '#domain/api/imports/import-rows.ts'
import type { CellFix } from '#domain/api/imports/imports.ts'

/** Values typed in the grid, by cell key, until the rows are reloaded. */
export type Edits = ReadonlyMap<string, { value: string; state: 'saving' | 'saved' | 'refused' }>

export interface GridColumn {
  /** Index of the column in the file. */
  at: number
  heading: string
  /** Label of the target field, when it differs from the heading. */
  into: string | undefined
}

export const cellKey = ({ row, column }: Pick<CellFix, 'row' | 'column'>): string => `${row}:${column}`

export const valueOf = (edits: Edits, row: ImportRow, column: number): string =>
  edits.get(cellKey({ row: row.row, column }))?.value ?? row.cells[column] ?? ''

interface PastedBlock {
  cells: CellFix[]
  /** Number of rows of the block that did not fit. */
  left: number
}

/** Maps a block copied from a spreadsheet to cells, starting at `from`. */
export function pasteBlock(
  text: string,
  rows: readonly ImportRow[],
  columns: readonly GridColumn[],
  from: { row: number; column: number },
): PastedBlock {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const targetRows = rows.slice(from.row)
  const cells = lines.slice(0, targetRows.length).flatMap((line, at) =>
    line
      .split('\t')
      .slice(0, columns.length - from.column)
      .map((value, step) => ({
        row: targetRows[at]!.row,
        column: columns[from.column + step]!.at,
        value: value.trim(),
      })),
  )
  return { cells, left: Math.max(0, lines.length - targetRows.length) }
}
