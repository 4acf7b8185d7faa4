/** What a file on its way in is doing. A run needs no rehearsal; a rehearsal is the same run, taken back at its end. */
export const importStates = [
  'reading',
  'read',
  'rehearsing',
  'rehearsed',
  'running',
  'done',
  'failed',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** The steps of its screen, where somebody was last. */
export const importSteps = ['columns', 'rehearse', 'fix', 'import'] as const
export type ImportStep = (typeof importSteps)[number]

/** Rows are kept for so many days after the import was last worked on; its report and its undo stay. */
export const rowsKeptDays = 30

export const importModes = ['create', 'update', 'both'] as const
export type ImportMode = (typeof importModes)[number]

export interface ImportColumn {
  /** Its place in the file, from 0. */
  at: number
  heading: string
  /** Its first values, at most three. */
  samples: string[]
  /** The field its values go into; null when they are left out. */
  field: string | null
  /** Why that field was proposed. */
  because: 'remembered' | 'same name' | 'similar' | null
}

export interface ImportSettings {
  /** One for each column of the file: the field its values go into, or null. */
  columns: (string | null)[]
  mode: ImportMode
  /** The fields by which a row finds its record. */
  key: string[]
  /** For each field, what a misspelt reference means: a code, or null to leave the field empty. */
  references: Record<string, Record<string, string | null>>
  /** Whether the run loads the good rows and leaves the wrong ones; otherwise one wrong row keeps it from running. */
  leaveWrong: boolean
  /** Whether an empty cell leaves what a record has; otherwise it empties the field. */
  leaveEmpty: boolean
}

export interface ImportProblem {
  field: string
  message: string
  /** How many rows have it, and the first of them. */
  rows: number
  first: number
}

export interface ImportReport {
  created: number
  updated: number
  unchanged: number
  wrong: number
  /** The most frequent first, at most `mostProblemsListed`. */
  problems: ImportProblem[]
  rehearsal: boolean
  seconds: number
}

export const mostProblemsListed = 200

export interface ImportJob {
  id: string
  /** The entity's name, such as `customer`. */
  entity: string
  /** The name of the file. */
  name: string
  size: number
  /** Such as `UTF-8` or `Windows-1252`; of an XLSX, `XLSX`. */
  encoding: string
  separator?: string
  sheets?: string[]
  sheet?: string
  state: ImportState
  version: number
  rowCount: number
  header: ImportColumn[]
  settings: ImportSettings
  /** Sentences about the file: which encoding was taken, formulas, merged cells, headings that occur twice. */
  remarks: string[]
  sameFileBefore: { id: string; at: string; by: string; state: ImportState } | null
  report: ImportReport | null
  /** What the last check or run said, also when something was changed since. */
  lastReport: ImportReport | null
  /** While it is read, rehearses or runs. How many rows there are is not known while it is read: `of` is 0 then. */
  progress: ImportProgress | null
  /** Where somebody was last; null: nowhere yet. */
  step: ImportStep | null
  /** Until when its rows are kept; null when they were removed. */
  rowsUntil: string | null
  /** Why the state is `failed`. */
  failure: string | null
  /** What a run did, to be taken back as a whole. */
  batchId: string | null
  by: string
  at: string
}

export interface ImportProgress {
  done: number
  of: number
  /** How many imports go before it; absent once it is at work. */
  ahead?: number
}

export interface CellFix {
  /** As the file counts: the heading is row 1, the first row of values is row 2. */
  row: number
  /** From 0. */
  column: number
  value: string
}

export interface ImportChange {
  version: number
  settings?: Partial<ImportSettings>
  sheet?: string
  cells?: CellFix[]
  /** Where somebody is now; on its own it changes nothing else and needs no version. */
  step?: ImportStep
}

export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'wrong'

export interface RowProblem {
  field: string
  /** The column it stands in; null when the file has none for the field. */
  column: number | null
  message: string
  typed?: string
  suggestions?: string[]
}

export interface ImportRow {
  /** As the file counts: the first row of values is row 2. */
  row: number
  cells: string[]
  /** Null until it was rehearsed or run as it stands now. */
  outcome: RowOutcome | null
  record?: { id: string; name: string }
  problems: RowProblem[]
}

export interface ImportRows {
  items: ImportRow[]
  /** The `from` of the next page. */
  next: number | null
}

/** A value that refers to nothing, gathered from all the rows it stands in. */
export interface UnknownReference {
  field: string
  typed: string
  rows: number
  suggestions: { code: string; name: string }[]
}

/** The last column of the rows that failed; a file that is sent again may still have it. */
export const problemHeading = 'Problem'
