import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { entityName } from '../parameters.ts'
import { count, dateTime, described, itemsOf, parameters, text } from '../values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Documents'

const document = z.strictObject({
  id: text,
  name: text,
  type: described(text, 'The media type, recognised by the content'),
  size: described(count, 'Bytes'),
  by: text,
  at: dateTime,
})

const notARecord = (): string => t('record should be the id of a record')
const subject = {
  entity: described(entityName, 'The name of its entity, such as customer'),
  record: described(
    z.string({ error: notARecord }).check(z.minLength(1, { error: notARecord })),
    'Its id, or its code',
  ),
}

export const listDocuments = endpoint('GET', '/api/v1/documents', {
  may: ['read', 'document'],
  tag,
  summary: 'List the documents of a record, newest first, also those of records that were merged into it',
  query: parameters(subject),
  answer: itemsOf(document),
  answered: 'The documents',
  problems: [404, 422],
})

/** The body is the file itself, which no schema describes. */
export const attachDocument = endpoint('POST', '/api/v1/documents', {
  may: ['create', 'document'],
  tag,
  summary:
    'Attach a document to a record (the body: PDF, JPEG, PNG, WebP, XLSX, DOCX, CSV or TXT); safe to retry with an Idempotency-Key. The same file again is not stored twice',
  query: parameters({
    ...subject,
    name: described(
      z.string({ error: () => t('name should be the name of the file') }).check(z.maxLength(2000)),
      'The name of the file',
    ),
  }),
  answer: document,
  status: 201,
  answered: 'The document; 200 if the record has the same file already',
  problems: [404, 409, 413, 422],
})

export const readDocument = endpoint('GET', '/api/v1/documents/:id', {
  may: ['read', 'document'],
  tag,
  summary: 'Download a document',
  status: 200,
  answered: 'The file, as an attachment',
  problems: [404],
})

export const removeDocument = endpoint('DELETE', '/api/v1/documents/:id', {
  may: ['delete', 'document'],
  tag,
  summary: 'Delete a document; it can be restored for 30 days',
  answered: 'Deleted',
  problems: [404],
})

export const restoreDocument = endpoint('POST', '/api/v1/documents/:id/restore', {
  may: ['update', 'document'],
  tag,
  summary: 'Restore a deleted document',
  answer: document,
  answered: 'The document',
  problems: [404, 409],
})

export type DocumentView = AnswerOf<typeof restoreDocument>
export type DocumentSubject = QueryOf<typeof listDocuments>
