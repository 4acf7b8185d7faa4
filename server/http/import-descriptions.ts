import type { RouteDescription } from './route-policy.ts'

const tag = 'Imports'
const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const count = { type: 'integer' }
const listOf = (items: object): object => ({ type: 'array', items })
const object = (properties: Record<string, unknown>): object => ({ type: 'object', properties })

const problem = object({ field: text, message: text, rows: count, first: count })
const settings = object({
  columns: listOf(maybe),
  mode: { type: 'string', enum: ['create', 'update', 'both'] },
  key: listOf(text),
  references: { type: 'object', additionalProperties: { type: 'object', additionalProperties: maybe } },
  leaveWrong: { type: 'boolean' },
  leaveEmpty: { type: 'boolean' },
  duplicates: { type: 'string', enum: ['create', 'skip', 'update'] },
  duplicateRows: {
    type: 'object',
    additionalProperties: { type: 'string', enum: ['create', 'skip', 'update'] },
  },
})
const report = {
  type: ['object', 'null'],
  properties: {
    created: count,
    updated: count,
    unchanged: count,
    wrong: count,
    skipped: count,
    duplicates: count,
    problems: listOf(problem),
    rehearsal: { type: 'boolean' },
    seconds: { type: 'number' },
  },
}
const job = object({
  id: text,
  entity: text,
  name: text,
  size: count,
  encoding: text,
  separator: text,
  sheets: listOf(text),
  sheet: text,
  state: text,
  version: count,
  rowCount: count,
  header: listOf(object({ at: count, heading: text, samples: listOf(text), field: maybe, because: maybe })),
  settings,
  remarks: listOf(text),
  sameFileBefore: { type: ['object', 'null'] },
  report,
  lastReport: report,
  progress: { type: ['object', 'null'], properties: { done: count, of: count, ahead: count } },
  step: maybe,
  rowsUntil: maybe,
  failure: maybe,
  batchId: maybe,
  by: text,
  at: text,
})
const answerWith = (
  description: string,
  schema: object = job,
  status = 200,
): Required<RouteDescription>['answer'] => ({
  status,
  description,
  schema,
})

export const uploaded: RouteDescription = {
  tag,
  summary:
    'Send a file (the body: CSV or other separated text in any usual encoding, or XLSX; at most 50 MB) to be imported',
  query: [
    { name: 'entity', description: 'What its rows are, by the name of the entity, such as customer' },
    { name: 'name', description: 'The name of the file' },
  ],
  answer: answerWith(
    'What was found in it; nothing is loaded yet. 202 with the state reading when that takes longer than 30 seconds, or than the header Prefer: wait=… says',
    job,
    201,
  ),
  problems: [413, 422, 429],
}

export const listed: RouteDescription = {
  tag,
  summary: 'Every import, the latest first',
  query: [
    { name: 'entity', description: 'Only those of one entity' },
    { name: 'limit', description: 'How many, up to 200' },
    { name: 'after', description: 'What the last page gave as next' },
  ],
  answer: answerWith('A page', object({ items: listOf(job), next: maybe })),
  problems: [422],
}

export const read: RouteDescription = {
  tag,
  summary: 'One import, with its progress while it goes on',
  answer: answerWith('The import'),
  problems: [404],
}

export const changed: RouteDescription = {
  tag,
  summary: 'Say what the columns mean and how rows find their records, or mend cells in place',
  body: {
    type: 'object',
    required: ['version'],
    properties: {
      version: count,
      settings,
      sheet: text,
      cells: listOf(object({ row: count, column: count, value: text })),
      step: { type: 'string', enum: ['columns', 'rehearse', 'fix', 'import'] },
    },
  },
  answer: answerWith('The import as it stands now'),
  problems: [404, 409, 422],
}

export const removed: RouteDescription = {
  tag,
  summary: 'Forget an import and its rows; what it loaded stays',
  answer: { status: 204, description: 'Forgotten' },
  problems: [404, 409],
}

export const rows: RouteDescription = {
  tag,
  summary: 'Its rows, with what became of each and what is wrong with it',
  query: [
    { name: 'from', description: 'The first row; the headings are row 1' },
    { name: 'limit', description: 'How many, up to 200' },
    { name: 'only', description: 'wrong, duplicates or all' },
  ],
  answer: answerWith(
    'A page',
    object({
      items: listOf(
        object({
          row: count,
          cells: listOf(text),
          outcome: maybe,
          record: object({ id: text, name: text }),
          duplicate: object({ id: text, name: text, title: maybe, reasons: listOf(text), choice: text }),
          problems: listOf(
            object({
              field: text,
              column: { type: ['integer', 'null'] },
              message: text,
              typed: text,
              suggestions: listOf(text),
            }),
          ),
        }),
      ),
      next: { type: ['integer', 'null'] },
    }),
  ),
  problems: [404, 422],
}

export const unknown: RouteDescription = {
  tag,
  summary: 'References that lead nowhere, each once, with what may have been meant',
  answer: answerWith(
    'The most frequent first',
    listOf(
      object({
        field: text,
        typed: text,
        rows: count,
        suggestions: listOf(object({ code: text, name: text })),
      }),
    ),
  ),
  problems: [404],
}

export const mapped: RouteDescription = {
  tag,
  summary: 'Values of the file that were given a meaning, here or in a file before',
  answer: answerWith(
    'The most frequent first',
    listOf(object({ field: text, typed: text, meaning: maybe, title: maybe, rows: count })),
  ),
  problems: [404],
}

const rememberedValue = object({
  entity: text,
  kind: { type: 'string', enum: ['column', 'value'] },
  field: maybe,
  typed: text,
  meaning: maybe,
  at: text,
})

export const remembered: RouteDescription = {
  tag,
  summary: 'What headings and values of files mean in every file of a master',
  query: [{ name: 'entity', description: 'Only those of one entity' }],
  answer: answerWith('All of them', listOf(rememberedValue)),
  problems: [422],
}

export const rememberedChanged: RouteDescription = {
  tag,
  summary:
    'Change what a heading or value means from now on; imports that were read before keep what they have',
  body: {
    type: 'object',
    required: ['entity', 'typed', 'meaning'],
    properties: { entity: text, field: maybe, typed: text, meaning: maybe },
  },
  answer: answerWith('As it is now', rememberedValue),
  problems: [404, 422],
}

export const rememberedForgotten: RouteDescription = {
  tag,
  summary: 'Forget what a heading or value means',
  query: [
    { name: 'entity', description: 'The name of the entity' },
    { name: 'field', description: 'The field whose value it is; none of a heading' },
    { name: 'typed', description: 'What stands in the file' },
  ],
  answer: { status: 204, description: 'Forgotten' },
  problems: [404, 422],
}

export const rehearsed: RouteDescription = {
  tag,
  summary: 'Rehearse it: the import itself, taken back at its end',
  answer: answerWith('It has begun; ask for the import to see how far it is', job, 202),
  problems: [404, 409],
}

export const run: RouteDescription = {
  tag,
  summary: 'Load it; it can be taken back as a whole (its batchId)',
  answer: answerWith('It has begun; ask for the import to see how far it is', job, 202),
  problems: [404, 409],
}

export const cancelled: RouteDescription = {
  tag,
  summary: 'Stop it; what it had loaded is taken back',
  answer: answerWith('It ends at the next piece'),
  problems: [404, 409],
}

export const wrong: RouteDescription = {
  tag,
  summary: 'The rows that are wrong, as CSV with their problems, to be mended and sent again',
  answer: { status: 200, description: 'CSV or XLSX' },
  problems: [404],
}

export const template: RouteDescription = {
  tag,
  summary: 'The headings of an entity with two examples: customers.csv or customers.xlsx',
  answer: { status: 200, description: 'CSV or XLSX' },
  problems: [404],
}
