import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { anyObject, entityName, limitParameter, textParameter } from '../parameters.ts'
import { count, dateTime, described, parameters, text } from '../values.ts'
import { t } from '../../messages/t.ts'

/** What happened to a record. */
export const changeActions = ['create', 'update', 'delete', 'restore', 'merge'] as const

const change = z.strictObject({
  cursor: described(text, 'Pass it as after to continue behind this change'),
  entity: entityName,
  id: text,
  code: described(text, 'The code of the record; values of a key of several fields are separated by " / "'),
  action: described(
    z.enum(changeActions),
    'merge: deleted because it was merged into another record; restore: taken out of the bin',
  ),
  version: described(count, 'Of the record after the change: the highest one is the latest'),
  at: dateTime,
  by: described(text, 'Who made the change'),
  fields: described(z.array(text), 'The fields that an update changed'),
  mergedInto: described(z.nullable(text), 'The id of the record that a merged one became part of'),
  record: described(
    z.nullable(anyObject(() => '')),
    'The record as it is now, as GET returns it; null: deleted by this change',
  ),
})

export const readChanges = endpoint('GET', '/api/v1/changes', {
  may: ['read', 'changeFeed'],
  tag: 'Integration',
  summary: 'What changed since a cursor, in the records that the caller may read',
  query: parameters({
    after: described(
      z.optional(textParameter('after')),
      'The cursor of an earlier answer; without it the answer has no changes, and the cursor of now',
    ),
    entity: described(z.optional(entityName), 'Only changes of this entity'),
    limit: limitParameter(),
  }),
  answer: z.strictObject({
    items: z.array(change),
    cursor: described(text, 'Pass it as after in the next request'),
    hasMore: described(z.boolean(), 'Whether to ask again at once; a page may be empty and have more'),
  }),
  answered:
    'A page of changes. None is skipped, whatever the order in which transactions end; after a failure some may come again',
  problems: [410, 422],
})

export const notACursor = (): string => t('after should be the cursor of an earlier answer')
export const oldCursor = (): string =>
  t(
    'The changes since this cursor are not known any more: it is too old, or the database was restored. Start again from a full export: ask for changes without after, keep the cursor, export everything, then continue from that cursor',
  )

export type ChangePage = AnswerOf<typeof readChanges>
export type FeedChange = ChangePage['items'][number]
export type FeedQuery = QueryOf<typeof readChanges>
