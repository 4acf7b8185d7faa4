import * as z from 'zod/mini'
import type { Entity } from '../../catalogue/entity.ts'
import { perEntity } from '../../catalogue/per-entity.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { flagParameter, storedRecord, toNumber } from '../parameters.ts'
import { count, described, fieldsOf, itemsOf, parameters, text } from '../values.ts'
import { t } from '../../messages/t.ts'

/** The records that refer to a record, through one field. */
const usage = z.strictObject({
  entity: text,
  path: text,
  field: text,
  label: text,
  value: described(text, 'The value the referring records hold'),
  count,
  isMore: described(z.boolean(), 'The count stopped at its limit: there are at least this many'),
  records: described(
    z.array(
      z.strictObject({
        id: text,
        name: described(text, 'The entity and the code'),
        code: text,
        title: described(z.nullable(text), 'The name that explains the code'),
      }),
    ),
    'The first few',
  ),
})

/** A field that reverting to an earlier version would change, as text. */
const difference = z.strictObject({ field: text, now: text, earlier: text })

const notAVersion = (): string => t('to should be the number of an earlier version')
const to = described(
  z.pipe(z.transform(toNumber), z.int({ error: notAVersion }).check(z.gte(1, { error: notAVersion }))),
  'The number of the version',
)

const of = ({ singular }: Entity): string => singular.toLowerCase()

// Schemas that are the same for all entities are built once.
const exactParameters = parameters({
  exact: described(z._default(flagParameter('exact'), false), 'true: count beyond a thousand'),
})
const versionParameters = parameters({ to })
const usages = itemsOf(usage)
const differences = z.strictObject({ version: count, changes: z.array(difference) })
const revertFields = fieldsOf('a revert', {
  to,
  version: z.number({ error: () => t('version is required: send the version that was changed') }),
})

export const usedByOf = perEntity((entity) =>
  endpoint('GET', `/api/v1/${entity.path}/:id/used-by`, {
    may: ['read', entity.name],
    tag: entity.plural,
    summary: `List what refers to a ${of(entity)}, by entity`,
    query: exactParameters,
    answer: usages,
    answered: 'The count per entity, with the first few records',
    problems: [404, 422],
  }),
)

export const differenceOf = perEntity((entity) =>
  endpoint('GET', `/api/v1/${entity.path}/:id/revert`, {
    may: ['history', entity.name],
    tag: entity.plural,
    summary: `What reverting a ${of(entity)} to an earlier version would change`,
    query: versionParameters,
    answer: differences,
    answered: 'The changed fields, with the current and the earlier value',
    problems: [404, 422],
  }),
)

export const revertOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/${entity.path}/:id/revert`, {
    may: ['update', entity.name],
    tag: entity.plural,
    summary: `Revert a ${of(entity)} to an earlier version; validated like any update`,
    body: revertFields,
    answer: storedRecord(entity.name),
    answered: 'The record',
    problems: [404, 409, 422],
  }),
)

export type RecordUsage = AnswerOf<ReturnType<typeof usedByOf>>['items'][number]
export type RevertDifferences = AnswerOf<ReturnType<typeof differenceOf>>
export type Revert = BodyOf<ReturnType<typeof revertOf>>
