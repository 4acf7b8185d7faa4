import * as z from 'zod/mini'
import { duplicateChoices, rowOutcomes } from '../../imports/import-job.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { limitParameter, toNumber } from '../parameters.ts'
import { duplicateRecord } from '../records/duplicates.ts'
import { count, described, parameters, text } from '../values.ts'
import { namedRecord, tag } from './import-values.ts'
import { t } from '../../messages/t.ts'

const path = '/api/v1/imports/:id'
const reading = { may: ['read', 'importJob'], tag } as const

const rowProblem = z.strictObject({
  field: text,
  column: described(z.nullable(count), 'The column of the field; null when the file has none'),
  message: text,
  typed: z.exactOptional(text),
  suggestions: z.exactOptional(z.array(text)),
})

const row = z.strictObject({
  row: described(count, 'As in the file: the first row of values is row 2'),
  cells: z.array(text),
  outcome: described(
    z.nullable(z.enum(rowOutcomes)),
    'Null until the row was checked or imported with its current values',
  ),
  record: z.exactOptional(z.strictObject(namedRecord)),
  duplicate: described(
    z.exactOptional(z.extend(duplicateRecord, { choice: z.enum(duplicateChoices) })),
    'The existing record it probably repeats, and what is done with the row',
  ),
  problems: z.array(rowProblem),
  notes: described(
    z.exactOptional(z.array(z.strictObject({ field: text, message: text }))),
    'Former codes in the row, with the codes that are used instead',
  ),
})

const notARow = (): string => t('from should be the number of a row')

export const listImportRows = endpoint('GET', `${path}/rows`, {
  ...reading,
  summary: 'The rows of the file, with the outcome and the problems of each',
  query: parameters({
    from: described(
      z._default(
        z.pipe(z.transform(toNumber), z.int({ error: notARow }).check(z.gte(0, { error: notARow }))),
        2,
      ),
      'The first row; the headings are row 1',
    ),
    limit: limitParameter(),
    only: described(
      z._default(
        z.enum(['all', 'wrong', 'duplicates'], { error: () => t('only should be wrong, duplicates or all') }),
        'all',
      ),
      'wrong, duplicates or all',
    ),
  }),
  answer: z.strictObject({
    items: z.array(row),
    next: described(z.nullable(count), 'The from of the next page'),
  }),
  answered: 'A page',
  problems: [404, 422],
})

/** A reference that was not found, with the number of rows that have it. */
const unknownReference = z.strictObject({
  field: text,
  typed: text,
  rows: count,
  suggestions: z.array(z.strictObject({ code: text, name: text })),
  isCertain: described(
    z.boolean(),
    'Whether the first suggestion is nearly the same and no other one is close',
  ),
})

export const listUnknownReferences = endpoint('GET', `${path}/unknown-references`, {
  ...reading,
  summary: 'Unknown reference values, each once, with suggestions',
  answer: z.array(unknownReference),
  answered: 'The most frequent first',
  problems: [404],
})

/** A value of the file that was mapped to a code, in this import or an earlier one. */
const mappedValue = z.strictObject({
  field: text,
  typed: text,
  meaning: described(z.nullable(text), 'The code it is mapped to; null: the field is left empty'),
  title: described(z.nullable(text), 'The name of that code, if it has one'),
  rows: described(count, 'How many rows have it'),
})

export const listMappedValues = endpoint('GET', `${path}/mapped-values`, {
  ...reading,
  summary: 'Values of the file that are mapped to a code, in this import or a previous one',
  answer: z.array(mappedValue),
  answered: 'The most frequent first',
  problems: [404],
})

export type ImportRowsQuery = QueryOf<typeof listImportRows>
export type ImportRows = AnswerOf<typeof listImportRows>
export type ImportRow = ImportRows['items'][number]
export type RowProblem = ImportRow['problems'][number]
/** An existing record that is probably the same as the row. */
export type LikelyDuplicate = z.infer<typeof duplicateRecord>
export type UnknownReference = AnswerOf<typeof listUnknownReferences>[number]
export type MappedValue = AnswerOf<typeof listMappedValues>[number]
