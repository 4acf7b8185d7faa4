import * as z from 'zod/mini'
import { catalogue } from '../../catalogue/catalogue.ts'
import {
  duplicateChoices,
  importModes,
  importStates,
  importSteps,
  matchReasons,
} from '../../imports/import-job.ts'
import { isObject } from '../../input.ts'
import { deprecatedMember, isDryRunMember } from '../dry-run.ts'
import { allOf } from '../parameters.ts'
import { count, dateTime, described, flag, readWith, text, unknownKey } from '../values.ts'
import { t } from '../../messages/t.ts'

export const tag = 'Imports'

/** An entity, by its name or its path. */
export const importedEntity = readWith(
  (typed) => catalogue.find(({ name, path }) => name === typed || path === typed)?.name,
  () => t('entity should be the name of an entity, such as customer'),
)

export const namedRecord = { id: text, name: described(text, 'Such as "Customer C-17"') }

const column = z.strictObject({
  at: described(count, 'Its index in the file, from 0'),
  heading: text,
  samples: described(z.array(text), 'Its first values, at most three'),
  field: described(z.nullable(text), 'The field it is imported as; null: not imported'),
  because: described(z.nullable(z.enum(matchReasons)), 'Why that field was proposed'),
})

const oneOf = <const V extends readonly string[]>(name: string, values: V) =>
  z.enum(values, {
    error: () => t('{parameter} should be {values}', { parameter: name, values: values.join(', ') }),
  })

const maxRows = 5000
const rowChoices = z.record(text.check(z.regex(/^[1-9]\d{0,6}$/)), z.enum(duplicateChoices))
const duplicateRows = z.pipe(
  z.transform((input: unknown, { issues }) => {
    if (!isObject(input) || Object.keys(input).length > maxRows)
      issues.push({
        code: 'custom',
        message: t('duplicateRows should be an object with at most {max} rows', { max: maxRows }),
        input,
      })
    return input
  }),
  allOf(rowChoices, () =>
    t('duplicateRows should map row numbers to {choices}', { choices: duplicateChoices.join(', ') }),
  ),
)

export const noReference = (name: string): string =>
  t('{field} should be a reference field, with the code that each value stands for', { field: name })

const meanings = z.record(text, z.nullable(text))
const references = z.pipe(
  z.transform((input: unknown, { issues }) => {
    if (!isObject(input)) issues.push({ code: 'custom', message: t('references should be an object'), input })
    else
      for (const [name, each] of Object.entries(input))
        if (!meanings.safeParse(each).success)
          issues.push({ code: 'custom', message: noReference(name), input })
    return input
  }),
  z.record(text, meanings),
)

const maxFixed = 1000
const fixedValues = allOf(z.record(text, text.check(z.maxLength(maxFixed))), () =>
  t('fixed should map fields to a text of at most {max} characters', { max: maxFixed }),
)

/** The settings of an import; what depends on its file and its entity is checked when they are applied. */
const settingsMembers = {
  columns: described(
    allOf(z.array(z.nullable(text)), () => t('columns should be a list of names of fields, or null')),
    'One per column of the file: the field it is imported as, or null',
  ),
  mode: oneOf('mode', importModes),
  key: described(
    allOf(z.array(text), () => t('key should be the fields that identify a record')),
    'The fields that identify the existing record of a row',
  ),
  references: described(
    references,
    'For each field, what a misspelt reference means: a code, or null to leave the field empty',
  ),
  fixed: described(fixedValues, 'A value for all rows, by field, for fields without a column'),
  leaveWrong: described(
    flag('leaveWrong'),
    'Whether the run imports the valid rows and skips the wrong ones; otherwise one wrong row stops it',
  ),
  leaveEmpty: described(
    flag('leaveEmpty'),
    'Whether an empty cell keeps the stored value; otherwise it clears the field',
  ),
  keepCodes: described(
    flag('keepCodes'),
    'Whether new records keep the codes of the file, for codes that are otherwise generated',
  ),
  duplicates: described(
    oneOf('duplicates', duplicateChoices),
    'What to do with likely duplicates, unless duplicateRows has a choice for the row',
  ),
  duplicateRows: described(duplicateRows, 'The choice by row number'),
}
const settings = z.strictObject(settingsMembers)

export const someSettings = z.strictObject(
  {
    columns: z.exactOptional(settingsMembers.columns),
    mode: z.exactOptional(settingsMembers.mode),
    key: z.exactOptional(settingsMembers.key),
    references: z.exactOptional(settingsMembers.references),
    fixed: z.exactOptional(settingsMembers.fixed),
    leaveWrong: z.exactOptional(settingsMembers.leaveWrong),
    leaveEmpty: z.exactOptional(settingsMembers.leaveEmpty),
    keepCodes: z.exactOptional(settingsMembers.keepCodes),
    duplicates: z.exactOptional(settingsMembers.duplicates),
    duplicateRows: z.exactOptional(settingsMembers.duplicateRows),
  },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? t('{key} is not a setting of an import', { key: unknownKey })
        : t('settings should be an object'),
  },
)

const problem = z.strictObject({
  field: text,
  message: text,
  rows: described(count, 'How many rows have it'),
  first: described(count, 'The first of them'),
})

const report = z.strictObject({
  created: count,
  updated: count,
  unchanged: count,
  wrong: count,
  skipped: described(count, 'Rows that were skipped as likely duplicates of existing records'),
  duplicates: described(count, 'All likely duplicates of existing records, whatever was done with them'),
  problems: described(z.array(problem), 'The most frequent first'),
  notes: described(z.array(problem), 'Former codes that were replaced; the most frequent first'),
  ...isDryRunMember,
  rehearsal: deprecatedMember,
  seconds: z.number(),
})

const progress = z.strictObject({
  done: count,
  of: described(count, '0 while the file is read, because the row count is not known yet'),
  ahead: described(z.exactOptional(count), 'How many imports are queued before it; absent once it runs'),
})

const master = z.strictObject({
  sheet: text,
  entity: described(z.nullable(text), 'The master of its rows; null: the sheet is not imported'),
  rowCount: count,
  columns: described(count, 'How many columns it has'),
  matched: described(count, 'How many of them are imported'),
  report: described(z.nullable(report), 'Of the last check or run'),
})

export const job = z.strictObject({
  id: text,
  entity: described(text, 'The name of the entity, such as customer'),
  name: described(text, 'The name of the file'),
  size: count,
  encoding: described(text, 'Such as UTF-8 or Windows-1252; of an XLSX, XLSX'),
  separator: z.exactOptional(text),
  sheets: z.exactOptional(z.array(text)),
  sheet: z.exactOptional(text),
  state: z.enum(importStates),
  version: count,
  rowCount: count,
  header: z.array(column),
  settings: described(settings, 'With masters, those of the sheet that is shown'),
  masters: described(
    z.exactOptional(z.array(master)),
    'Where each sheet is imported into its own master: the sheets, in the order of the file',
  ),
  remarks: described(
    z.array(text),
    'Remarks about the file: the detected encoding, formulas, merged cells, repeated headings',
  ),
  sameFileBefore: z.nullable(
    z.strictObject({ id: text, at: dateTime, by: text, state: z.enum(importStates) }),
  ),
  report: z.nullable(report),
  lastReport: described(
    z.nullable(report),
    'The report of the last check or run, even when the import was changed since',
  ),
  progress: described(z.nullable(progress), 'While the file is read, checked or imported'),
  step: described(z.nullable(z.enum(importSteps)), 'The step last opened; null: none yet'),
  rowsUntil: described(z.nullable(dateTime), 'Until when its rows are kept; null when they were removed'),
  failure: described(z.nullable(text), 'Why the state is failed'),
  batchId: described(z.nullable(text), 'The batch of the run, for the undo'),
  by: text,
  at: dateTime,
})

export const step = oneOf('step', importSteps)

export type ImportColumn = z.infer<typeof column>
export type ImportSettings = z.infer<typeof settings>
export type ImportProblem = z.infer<typeof problem>
/** As it is stored, without the old name of `isDryRun`. */
export type ImportReport = Omit<z.infer<typeof report>, 'rehearsal'>
export type ImportMaster = z.infer<typeof master>
export type ImportProgress = z.infer<typeof progress>
export type ImportJob = z.infer<typeof job>
