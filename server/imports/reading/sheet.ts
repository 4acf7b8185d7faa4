/** A table of a file, read row by row; the first row is the headings. */
export interface Sheet {
  name: string | null
  rows: AsyncIterable<string[]>
  /** Complete once all rows are read. */
  remarks: string[]
}

export interface OpenedFile {
  encoding: string
  separator?: string
  remarks: string[]
  sheets: Iterable<Sheet>
  close: () => void
}
