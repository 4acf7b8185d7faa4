import * as z from 'zod/mini'
import { limits } from '../../catalogue/kinds/text.ts'
import { readText } from '../../catalogue/reading/read-text.ts'
import { endpoint, type AnswerOf, type BodyOf, type QueryOf } from '../endpoint.ts'
import { entityName } from '../parameters.ts'
import { dateTime, described, fieldsOf, itemsOf, parameters, readBy, text } from '../values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Comments'

const comment = z.strictObject({
  id: text,
  body: described(text, 'Plain text'),
  by: text,
  at: dateTime,
  editedAt: z.nullable(dateTime),
  isOwn: z.boolean(),
})

const notARecord = (): string => t('record should be the id of a record')
const subject = {
  entity: described(entityName, 'The name of its entity, such as customer'),
  record: described(
    z.string({ error: notARecord }).check(z.minLength(1, { error: notARecord })),
    'Its id, or its code',
  ),
}

const body = described(
  readBy((input) => {
    const reading = readText('Comment', limits.freeText, input, 'many')
    return 'value' in reading && reading.value === ''
      ? { problem: t('{label} is required', { label: t('Comment') }) }
      : reading
  }),
  `Plain text of at most ${limits.freeText} characters`,
)

export const listComments = endpoint('GET', '/api/v1/comments', {
  may: ['read', 'comment'],
  tag,
  summary: 'List the comments on a record, newest first',
  query: parameters(subject),
  answer: itemsOf(comment),
  answered: 'The comments',
  problems: [404, 422],
})

export const addComment = endpoint('POST', '/api/v1/comments', {
  may: ['create', 'comment'],
  tag,
  summary: 'Add a comment; safe to retry with an Idempotency-Key',
  body: fieldsOf('a comment', { ...subject, body }),
  answer: comment,
  status: 201,
  answered: 'The comment',
  problems: [404, 422],
})

export const editComment = endpoint('PATCH', '/api/v1/comments/:id', {
  may: ['update', 'comment'],
  tag,
  summary: 'Change your own comment',
  body: fieldsOf('a comment', { body }),
  answer: comment,
  answered: 'The comment',
  problems: [404, 422],
})

export const removeComment = endpoint('DELETE', '/api/v1/comments/:id', {
  may: ['delete', 'comment'],
  tag,
  summary: 'Delete your own comment; administrators may delete any comment',
  answered: 'Deleted',
  problems: [404],
})

export type CommentView = AnswerOf<typeof editComment>
export type CommentSubject = QueryOf<typeof listComments>
export type NewComment = BodyOf<typeof addComment>
