import { maxEvidence, type ColumnValues } from '#domain/imports/value-evidence.ts'

const maxShown = 3
const maxLength = 200
/** Enough rows to recognise a column, however long the file is. */
const maxRows = 5000

/** Collects the first values of every column while a sheet is read. */
export interface ColumnSamples {
  add: (row: readonly string[]) => void
  /** The first values of a column, to be shown. */
  first: (at: number) => string[]
  evidence: () => ColumnValues[]
}

export function columnSamples(width: number): ColumnSamples {
  const shown: string[][] = Array.from({ length: width }, () => [])
  const distinct = Array.from({ length: width }, () => new Set<string>())
  const filled: number[] = Array.from({ length: width }, () => 0)
  let rows = 0
  return {
    add: (row) => {
      const isEvidence = rows < maxRows
      if (isEvidence) rows++
      for (const [at, cell] of row.entries()) {
        if (cell.trim() === '') continue
        if (shown[at]!.length < maxShown) shown[at]!.push(cell.slice(0, maxLength))
        if (!isEvidence) continue
        filled[at]!++
        if (distinct[at]!.size < maxEvidence) distinct[at]!.add(cell.trim().slice(0, maxLength))
      }
    },
    first: (at) => shown[at]!,
    evidence: () =>
      distinct.map((values, at) => ({ values: [...values], filled: rows === 0 ? 0 : filled[at]! / rows })),
  }
}
