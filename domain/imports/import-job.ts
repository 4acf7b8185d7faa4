/** The states of an import. A check (`rehearsing`) is the same run, rolled back at its end; a run needs no check before it. */
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

/** The steps of the import screen. */
export const importSteps = ['columns', 'rehearse', 'fix', 'import'] as const
export type ImportStep = (typeof importSteps)[number]

export const importModes = ['create', 'update', 'both'] as const
export type ImportMode = (typeof importModes)[number]

/** For a likely duplicate: create a new record, skip the row, or update the existing record. */
export const duplicateChoices = ['create', 'skip', 'update'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

/** Why a field is proposed for a column. */
export const matchReasons = [
  'remembered',
  'same name',
  'usual name',
  'similar',
  'name and values',
  'values',
] as const
export type MatchReason = (typeof matchReasons)[number]

export const rowOutcomes = ['created', 'updated', 'unchanged', 'wrong', 'skipped'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const maxProblemsListed = 200

/** The last column of the exported wrong rows; a file uploaded again may still have it. */
export const problemHeading = 'Problem'
