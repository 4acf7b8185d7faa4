import * as z from 'zod/mini'
import { catalogue } from '../../catalogue/catalogue.ts'
import type { Entity } from '../../catalogue/entity.ts'
import { endpoint, type AnswerOf, type BodyOf, type QueryOf } from '../endpoint.ts'
import { alsoCheckedBy } from '../parameters.ts'
import { dateTime, described, fieldsOf, parameters, text } from '../values.ts'
import { importedEntity, tag } from './import-values.ts'
import { t } from '../../messages/t.ts'

const path = '/api/v1/remembered-values'

/** A mapping of a heading or a value that applies to every file of a master. */
const remembered = z.strictObject({
  entity: text,
  kind: z.enum(['column', 'value']),
  field: described(z.nullable(text), 'The field of the value; null for a heading'),
  typed: text,
  meaning: described(z.nullable(text), 'The code, or the field of a heading; null: not imported'),
  at: described(dateTime, 'When it was last changed'),
})

const notTyped = (): string => t('typed should be the heading or value as written in the file')
const notAField = (): string => t('field should be a reference field')
const noMeaning = (): string => t('meaning should be a code or a field, or null for none')

/** Which entry a request names. */
const key = {
  entity: described(importedEntity, 'The name of the entity'),
  field: described(
    z._default(z.nullable(z.string({ error: notAField })), null),
    'The reference field of the value; omit it for a heading',
  ),
  typed: described(
    z.string({ error: notTyped }).check(z.minLength(1, { error: notTyped })),
    'The heading or value as written in the file',
  ),
}

const fieldNamed = (entity: unknown, name: unknown): Entity['fields'][string] | undefined =>
  typeof name === 'string' ? catalogue.find((each) => each.name === entity)?.fields[name] : undefined

const isKnownField = alsoCheckedBy(({ entity, field }) =>
  typeof field === 'string' && !fieldNamed(entity, field)?.reference
    ? [{ field: 'field', message: notAField() }]
    : [],
)

const isKnownMeaning = alsoCheckedBy(({ entity, field, meaning }) =>
  field === null && typeof meaning === 'string' && meaning !== '' && !fieldNamed(entity, meaning)
    ? [{ field: 'meaning', message: t('There is no field {field}', { field: meaning }) }]
    : [],
)

export const listRemembered = endpoint('GET', path, {
  may: ['read', 'importJob'],
  tag,
  summary: 'The remembered meanings of headings and values',
  query: parameters({ entity: described(z.optional(importedEntity), 'Only those of one entity') }),
  answer: z.array(remembered),
  answered: 'All of them',
  problems: [422],
})

export const changeRemembered = endpoint('PUT', path, {
  may: ['update', 'importJob'],
  tag,
  summary: 'Change the remembered meaning of a heading or value; imports that are already read keep theirs',
  body: fieldsOf('a remembered value', {
    ...key,
    meaning: described(
      z.nullable(z.string({ error: noMeaning }).check(z.minLength(1, { error: noMeaning }))),
      'A code, or the field of a heading; null for none',
    ),
  }).check(isKnownField, isKnownMeaning),
  answer: remembered,
  answered: 'The changed meaning',
  problems: [404, 422],
})

export const deleteRemembered = endpoint('DELETE', path, {
  may: ['update', 'importJob'],
  tag,
  summary: 'Delete the remembered meaning of a heading or value',
  query: parameters(key).check(isKnownField),
  answered: 'Deleted',
  problems: [404, 422],
})

export type RememberedValue = AnswerOf<typeof changeRemembered>
export type RememberedChange = BodyOf<typeof changeRemembered>
export type RememberedKey = QueryOf<typeof deleteRemembered>
