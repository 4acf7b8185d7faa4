import * as z from 'zod/mini'
import type { Entity } from '../../catalogue/entity.ts'
import { perEntity } from '../../catalogue/per-entity.ts'
import { identityFieldsOf, parentFieldsOf, renamableFields } from '../../catalogue/identity-fields.ts'
import { isObject } from '../../input.ts'
import type { FieldProblem } from '../../problem.ts'
import { deprecatedMember, dryRunMembers, dryRunParameters, isDryRunMember } from '../dry-run.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { allOf, alsoCheckedBy, anyObject, storedRecord } from '../parameters.ts'
import { count, described, fieldsOf, parameters, text } from '../values.ts'
import { batch } from './batches.ts'
import { t } from '../../messages/t.ts'

/** How many records of an entity are affected. */
const affected = z.array(z.strictObject({ entity: text, path: text, count }))

const effect = {
  ...isDryRunMember,
  isRehearsal: deprecatedMember,
  title: text,
  follow: described(affected, 'Records whose references are rewritten'),
  toBin: described(affected, 'Records that would be duplicates after a merge and go to the bin'),
  plans: described(count, 'Open plans of the affected customers'),
  words: described(text, 'Such as: 214 customers, 3 employees and 41 plans; empty when nothing follows'),
  batch: described(z.nullable(batch), 'The batch, which can be undone; null after a dry run'),
}

const dryRunQuery = parameters(dryRunParameters)

/** What the routes that change a record together with everything that refers to it have in common. */
const rewriting = (entity: Entity) => ({
  may: ['update', entity.name] as const,
  tag: entity.plural,
  query: dryRunQuery,
  answer: z.strictObject({
    ...effect,
    record: described(storedRecord(entity.name), 'The record after the change'),
  }),
  answered: 'What changed, or would change',
  problems: [404, 409, 422],
})

/** The new values of some of these fields, and the version of the record. */
function newValues(noun: string, entity: Entity, fields: readonly string[]) {
  const noValues = (): string =>
    t('to should have the new values, such as {example}', {
      example: `{"${fields[0] ?? t('a field')}": "…"}`,
    })
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
  return fieldsOf(noun, {
    to: anyObject(noValues, { additionalProperties: false, properties }),
    version: z.number({ error: () => t('version is required: send the version you read') }),
    ...dryRunMembers,
  }).check(
    alsoCheckedBy(({ to }) =>
      isObject(to) && Object.keys(to).length > 0
        ? problemsOfTo(entity, fields, to)
        : [{ field: 'to', message: noValues() }],
    ),
  )
}

function problemsOfTo(entity: Entity, fields: readonly string[], to: object): FieldProblem[] {
  const labels = fields.map((name) => t(entity.fields[name]!.label)).join(', ')
  return Object.keys(to)
    .filter((name) => !fields.includes(name))
    .map((name) => {
      const field = entity.fields[name]
      const label = field ? t(field.label) : name
      return {
        field: name,
        message: labels
          ? t('{label} cannot be changed this way, only {labels}', { label, labels })
          : t('{label} cannot be changed this way', { label }),
      }
    })
}

export const renameOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/${entity.path}/:id/rename`, {
    ...rewriting(entity),
    summary: `Rename a ${entity.singular.toLowerCase()}: change its code or name everywhere it is used`,
    body: newValues('a rename', entity, renamableFields(entity)),
  }),
)

export const moveOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/${entity.path}/:id/move`, {
    ...rewriting(entity),
    summary: `Move a ${entity.singular.toLowerCase()}, with everything below it, to another parent`,
    body: newValues('a move', entity, parentFieldsOf(entity)),
  }),
)

const versions = allOf(z.record(text, z.number()), () =>
  t('versions should have the version of both records, by id'),
)

const mergeFields = fieldsOf('a merge', {
  with: described(
    z.string({ error: () => t('with should be the id of the other record') }),
    'The id or code of the other record',
  ),
  versions: described(
    z._default(versions, {}),
    'The version of both records, by the ids used in the request',
  ),
  take: described(
    z._default(
      anyObject(() => t('take should be like {example}', { example: '{"Customer_Phone": "other"}' })),
      {},
    ),
    'Fields whose value is taken from the other: {"Field": "other"}',
  ),
  ...dryRunMembers,
})

export const mergeOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/${entity.path}/:id/merge`, {
    ...rewriting(entity),
    summary: `Merge two records: the other ${entity.singular.toLowerCase()} goes to the bin`,
    body: mergeFields.check(
      alsoCheckedBy(({ take }) => (isObject(take) ? problemsOfTake(entity, take) : [])),
    ),
  }),
)

function problemsOfTake(entity: Entity, take: Readonly<Record<string, unknown>>): FieldProblem[] {
  const identityFields = identityFieldsOf(entity)
  return Object.entries(take).flatMap(([field, from]): FieldProblem[] => {
    const label = entity.fields[field]?.label
    if (label === undefined)
      return [
        {
          field,
          message: t('{field} is not a field of {entity}', { field, entity: t(entity.singular) }),
        },
      ]
    if (from !== 'other')
      return [{ field, message: t('{label} should be taken from "other", or left out', { label: t(label) }) }]
    return identityFields.includes(field)
      ? [
          {
            field,
            message: t('Other records refer to {label}: keep the other record instead, or rename this one', {
              label: t(label),
            }),
          },
        ]
      : []
  })
}

export type Affected = z.infer<typeof affected>[number]
export type RewrittenReferences = AnswerOf<ReturnType<typeof renameOf>>
export type NewValues = Pick<BodyOf<ReturnType<typeof renameOf>>, 'to' | 'version'>
export type Merge = Pick<BodyOf<ReturnType<typeof mergeOf>>, 'with' | 'versions' | 'take'>
