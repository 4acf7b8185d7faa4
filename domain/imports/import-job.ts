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

/** A new record all the same, nothing, or a change of the record that exists. */
export const duplicateChoices = ['create', 'skip', 'update'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

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
  /** What becomes of rows that look like a record that exists, unless `duplicateRows` says something else of a row. */
  duplicates: DuplicateChoice
  /** By the number of the row. */
  duplicateRows: Record<string, DuplicateChoice>
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
  /** Rows that were left out because they look like a record that exists. */
  skipped: number
  /** Rows that look like a record that exists, whatever became of them. */
  duplicates: number
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

export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'wrong' | 'skipped'

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
  /** The record that it seems to repeat, and what becomes of the row because of that. */
  duplicate?: LikelyDuplicate & { choice: DuplicateChoice }
  problems: RowProblem[]
}

/** A record that exists and is likely to be the one of a row. */
export interface LikelyDuplicate {
  id: string
  /** As a sentence names it: "Customer C-17". */
  name: string
  /** What it is called, where its code does not say it. */
  title: string | null
  /** "same name and place", "same phone" … */
  reasons: string[]
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

/** A value of the file that somebody gave a meaning, here or in a file before. */
export interface MappedValue {
  field: string
  typed: string
  /** The code it means; null: the field is left empty. */
  meaning: string | null
  /** What that code stands for, where it has a name. */
  title: string | null
  /** How many rows of the file have it. */
  rows: number
}

/** What a heading or a value means in every file of a master. */
export interface RememberedValue {
  entity: string
  kind: 'column' | 'value'
  /** The field whose value it is; null of a heading. */
  field: string | null
  typed: string
  /** The code, or the field that a heading stands for; null: it is left out. */
  meaning: string | null
  /** When it was said or changed. */
  at: string
}

/** The last column of the rows that failed; a file that is sent again may still have it. */
export const problemHeading = 'Problem'
