import * as z from 'zod/mini'
import { perEntity } from '../../catalogue/per-entity.ts'
import { notAnObject } from '../../problem.ts'
import { endpoint, type AnswerOf } from '../endpoint.ts'
import { anyObject } from '../parameters.ts'
import { described, itemsOf, text } from '../values.ts'
import { t } from '../../messages/t.ts'

/** An existing record that may be the same as the one being entered. */
export const duplicateRecord = z.strictObject({
  id: text,
  name: described(text, 'Such as "Customer C-17"'),
  title: described(z.nullable(text), 'Its name, when the entity has one besides the code'),
  reasons: described(z.array(text), '"same phone", "similar name" …'),
})
const duplicates = itemsOf(duplicateRecord)

/** Not under the path of the entity, where it could hide a record with such a code. */
export const findDuplicatesOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/duplicates/${entity.path}`, {
    may: ['read', entity.name],
    tag: entity.plural,
    summary: `The ${entity.plural.toLowerCase()} that may be duplicates of the typed one, the most likely first, with reasons`,
    body: described(
      anyObject(() => notAnObject(t(entity.singular)).message),
      'The typed values; the id of the edited record, which is left out',
    ),
    answer: duplicates,
    answered: 'Up to 5',
    problems: [422],
  }),
)

export type DuplicateRecord = AnswerOf<ReturnType<typeof findDuplicatesOf>>['items'][number]
