import * as z from 'zod/mini'
import { notAnObject } from '../../problem.ts'
import { endpoint, type AnswerOf, type BodyOf, type QueryOf } from '../endpoint.ts'
import { afterParameter, allOf, alsoCheckedBy, limitParameter, pageOf, textParameter } from '../parameters.ts'
import { described, parameters, text, unknownKey } from '../values.ts'
import { importedEntity, job, someSettings, step, tag } from './import-values.ts'
import { t } from '../../messages/t.ts'

const path = '/api/v1/imports'
const one = { tag, answer: job }

export const uploadImport = endpoint('POST', path, {
  ...one,
  may: ['create', 'importJob'],
  summary:
    'Upload a file to import (the body: CSV or other separated text in any common encoding, or XLSX; at most 50 MB)',
  query: parameters({
    entity: described(
      z.optional(importedEntity),
      'The entity of the rows, such as customer; without it, the entity of each sheet is found by its name and headings',
    ),
    name: described(z.optional(textParameter('name')), 'The name of the file'),
  }),
  status: 201,
  answered:
    'What the file contains; nothing is imported yet. 202 with state reading if that takes longer than 30 seconds, or than the header Prefer: wait=… says',
  problems: [413, 422, 429],
})

export const listImports = endpoint('GET', path, {
  may: ['read', 'importJob'],
  tag,
  summary: 'List imports, the latest first',
  query: parameters({
    entity: described(z.optional(importedEntity), 'Only those of one entity'),
    limit: limitParameter(),
    after: afterParameter(() => t('after should be the value of next from the previous page')),
  }),
  answer: pageOf(job),
  answered: 'A page',
  problems: [422],
})

export const readImport = endpoint('GET', `${path}/:id`, {
  ...one,
  may: ['read', 'importJob'],
  summary: 'Get one import, with its progress while it runs',
  answered: 'The import',
  problems: [404],
})

const maxFixes = 5000
const maxInCell = 10_000

const cells = allOf(
  z
    .array(
      z.object({
        row: described(z.int(), 'As in the file: the heading is row 1, the first row of values is row 2'),
        column: described(z.int(), 'From 0'),
        value: text.check(z.maxLength(maxInCell)),
      }),
    )
    .check(z.maxLength(maxFixes)),
  () => t('cells should be a list of at most {max} {cell}', { max: maxFixes, cell: '{row, column, value}' }),
)

const noVersion = (): string => t('version is required: send the version that was changed')

export const changesOnlyStep = (change: Readonly<Record<string, unknown>>): boolean =>
  change['step'] !== undefined &&
  ['settings', 'sheet', 'entity', 'cells'].every((name) => change[name] === undefined)

export const changeImport = endpoint('PATCH', `${path}/:id`, {
  ...one,
  may: ['update', 'importJob'],
  summary: 'Change the column mapping, the settings or single cells',
  body: z
    .strictObject(
      {
        version: described(
          z.exactOptional(z.number({ error: noVersion })),
          'The version that was changed; not needed for a step alone',
        ),
        settings: z.exactOptional(someSettings),
        sheet: z.exactOptional(z.string({ error: () => t('sheet should be the name of a sheet') })),
        entity: described(
          z.exactOptional(z.nullable(importedEntity)),
          'Where each sheet has its own master: the master of the sheet, or null to leave it out',
        ),
        cells: z.exactOptional(cells),
        step: described(
          z.exactOptional(step),
          'The step now open; sent alone it changes nothing else and needs no version',
        ),
      },
      {
        error: ({ code }) =>
          code === 'unrecognized_keys'
            ? t('{key} cannot be changed on an import', { key: unknownKey })
            : notAnObject(t('A change')).message,
      },
    )
    .check(
      alsoCheckedBy((change) =>
        typeof change['version'] === 'number' || changesOnlyStep(change)
          ? []
          : [{ field: 'version', message: noVersion() }],
      ),
    ),
  answered: 'The changed import',
  problems: [404, 409, 422],
})

export const removeImport = endpoint('DELETE', `${path}/:id`, {
  may: ['delete', 'importJob'],
  tag,
  summary: 'Delete an import and its rows; imported records stay',
  answered: 'Deleted',
  problems: [404, 409],
})

const command = {
  ...one,
  may: ['update', 'importJob'],
  problems: [404, 409],
} as const
const started = { status: 202, answered: 'Started; poll the import for its progress' }

export const checkImport = endpoint('POST', `${path}/:id/check`, {
  ...command,
  ...started,
  summary: 'Dry run: run the import and roll it back',
})

export const runImport = endpoint('POST', `${path}/:id/run`, {
  ...command,
  ...started,
  summary: 'Run the import; undo it with its batchId',
})

export const cancelImport = endpoint('POST', `${path}/:id/cancel`, {
  ...command,
  summary: 'Stop the import and undo what it imported so far',
  answered: 'The import ends after the current chunk',
})

export const wrongRowsFile = endpoint('GET', `${path}/:id/wrong.csv`, {
  may: ['read', 'importJob'],
  tag,
  summary: 'Wrong rows with their problems as CSV, to fix and upload again',
  status: 200,
  answered: 'CSV or XLSX',
  problems: [404],
})

export const templateFile = endpoint('GET', '/api/v1/import-templates/:file', {
  may: ['read', 'importJob'],
  tag,
  summary: 'The headings of an entity with two examples: customers.csv or customers.xlsx',
  status: 200,
  answered: 'CSV or XLSX',
  problems: [404],
})

export type UploadQuery = QueryOf<typeof uploadImport>
export type ImportsQuery = QueryOf<typeof listImports>
export type ImportPage = AnswerOf<typeof listImports>
export type ImportChange = BodyOf<typeof changeImport>
export type CellFix = NonNullable<ImportChange['cells']>[number]
