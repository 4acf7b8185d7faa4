import * as z from 'zod/mini'
import { batchKinds, batchStates } from '../../batches.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { afterParameter, entityName, limitParameter, pageOf, textParameter } from '../parameters.ts'
import { count, dateTime, described, parameters, text } from '../values.ts'

const tag = 'Bulk changes'

const batchMembers = {
  id: text,
  kind: z.enum(batchKinds),
  entity: described(z.nullable(text), 'Null when the batch changes several entities'),
  title: described(text, 'Such as: 18 customers moved to city AHM'),
  by: text,
  at: dateTime,
  state: z.enum(batchStates),
  undoes: described(z.nullable(text), 'The batch this one undid'),
  undoneAt: z.nullable(dateTime),
  undoneBy: z.nullable(text),
}
export const batch = z.strictObject(batchMembers)

const record = { entity: text, path: text, id: text, name: text }
const change = z.strictObject({ ...record, action: z.enum(['create', 'update', 'delete', 'restore']) })
/** A record that the undo did not change, and why. */
const notUndone = z.strictObject({ ...record, because: text })

export const listBatches = endpoint('GET', '/api/v1/batches', {
  may: ['read', 'batch'],
  tag,
  summary: 'List bulk changes, newest first: imports, bulk edits, merges, renames',
  query: parameters({
    entity: described(z.optional(entityName), 'Only the changes of this entity, such as customer'),
    limit: limitParameter(),
    after: afterParameter(),
  }),
  answer: pageOf(batch),
  answered: 'A page',
  problems: [422],
})

export const readBatch = endpoint('GET', '/api/v1/batches/:id', {
  may: ['read', 'batch'],
  tag,
  summary: 'Read a bulk change with one page of the records it changed',
  query: parameters({
    after: described(z.optional(textParameter('after')), 'The "next" value of the previous page'),
  }),
  answer: z.strictObject({ ...batchMembers, changes: z.array(change), next: z.nullable(text) }),
  answered: 'The change and its records',
  problems: [404, 422],
})

export const undoBatch = endpoint('POST', '/api/v1/batches/:id/undo', {
  may: ['update', 'batch'],
  tag,
  summary: 'Undo a bulk change; records changed since then are left as they are and listed',
  answer: z.strictObject({
    batch: described(batch, 'The undo, which can be undone as well'),
    undone: count,
    leftCount: described(count, 'How many records were not undone; left has the first of them'),
    left: z.array(notUndone),
  }),
  answered: 'How many records were undone, and which were left',
  problems: [404, 409],
})

export type BatchView = z.infer<typeof batch>
export type BatchChange = z.infer<typeof change>
export type NotUndone = z.infer<typeof notUndone>
export type BatchQuery = QueryOf<typeof listBatches>
export type BatchPage = AnswerOf<typeof listBatches>
export type BatchWithChanges = AnswerOf<typeof readBatch>
export type UndoReport = AnswerOf<typeof undoBatch>
