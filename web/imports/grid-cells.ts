import type { CellFix, ImportRow } from '#domain/imports/import-job.ts'

/** What was typed here, until the rows are loaded anew. */
export type Edits = ReadonlyMap<string, { value: string; state: 'saving' | 'saved' | 'refused' }>

export interface GridColumn {
  /** Its place in the file. */
  at: number
  heading: string
  /** The field it goes into, where its heading does not say so. */
  into: string | undefined
}

export const cellKey = ({ row, column }: Pick<CellFix, 'row' | 'column'>): string => `${row}:${column}`

export const valueOf = (edits: Edits, row: ImportRow, column: number): string =>
  edits.get(cellKey({ row: row.row, column }))?.value ?? row.cells[column] ?? ''

interface Placed {
  cells: CellFix[]
  /** Rows of the block for which there was no room. */
  left: number
}

/** Lays a block from a spreadsheet over the cells, from one of them on. */
export function placeBlock(
  text: string,
  rows: readonly ImportRow[],
  columns: readonly GridColumn[],
  from: { row: number; column: number },
): Placed {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const room = rows.slice(from.row)
  const cells = lines.slice(0, room.length).flatMap((line, at) =>
    line
      .split('\t')
      .slice(0, columns.length - from.column)
      .map((value, step) => ({
        row: room[at]!.row,
        column: columns[from.column + step]!.at,
        value: value.trim(),
      })),
  )
  return { cells, left: Math.max(0, lines.length - room.length) }
}
