import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type BodyOf, type QueryOf } from '../endpoint.ts'
import { allOf, entityName, limitParameter, notNext, pageOf, searchParameter } from '../parameters.ts'
import { count, dateTime, described, fieldsOf, parameters, readWith, text } from '../values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Bin'

/** A deleted record. */
const binned = z.strictObject({
  entity: text,
  path: text,
  id: text,
  name: text,
  values: described(z.record(text, text), 'Its field values; sensitive ones are masked'),
  labels: described(z.record(text, text), 'The labels of these fields, in the language of the reader'),
  deletedAt: dateTime,
  deletedBy: text,
})

/** A record that could not be restored, and why. */
const notRestored = z.strictObject({
  entity: text,
  id: text,
  name: text,
  because: text,
  existing: described(
    z.exactOptional(z.strictObject({ path: text, id: text, name: text })),
    'The record that now uses its code',
  ),
})

/** The position after which a page starts: the time of the deletion and the id. */
function readCursor(typed: string): { deletedAt: string; id: string } | undefined {
  const [, deletedAt, id] = /^([\d:.TZ-]{24})~([\da-f-]{36})$/.exec(typed) ?? []
  return deletedAt && id ? { deletedAt, id } : undefined
}

// The right to read batches opens the bin; the right to restore is checked for each entity.
export const listBin = endpoint('GET', '/api/v1/bin', {
  may: ['read', 'batch'],
  tag,
  summary: 'List deleted records that the account may restore, newest first',
  query: parameters({
    entity: described(z.optional(entityName), 'Only records of this entity, such as customer'),
    q: searchParameter,
    limit: limitParameter(),
    after: described(z.optional(readWith(readCursor, notNext)), 'The "next" value of the previous page'),
  }),
  answer: pageOf(binned),
  answered: 'A page; sensitive values are masked',
  problems: [422],
})

const maxAtOnce = 200

export const restoreMany = endpoint('POST', '/api/v1/bin/restore', {
  may: ['create', 'batch'],
  tag,
  summary: 'Restore several records; those that cannot be restored are listed with the reason',
  body: fieldsOf('what to restore', {
    items: allOf(
      z.array(z.object({ entity: entityName, id: text })).check(z.minLength(1), z.maxLength(maxAtOnce)),
      () => t('items should be 1 to {max} records, each with its entity and id', { max: maxAtOnce }),
    ),
  }),
  answer: z.strictObject({
    restored: count,
    left: z.array(notRestored),
    batch: described(z.nullable(text), 'The batch that can be undone; null if nothing was restored'),
  }),
  answered: 'How many records were restored, and which were not',
  problems: [422],
})

export type BinQuery = QueryOf<typeof listBin>
export type BinPage = AnswerOf<typeof listBin>
export type BinnedRecord = BinPage['items'][number]
export type RecordRef = BodyOf<typeof restoreMany>['items'][number]
export type Restored = AnswerOf<typeof restoreMany>
export type RestoreFailure = Restored['left'][number]
