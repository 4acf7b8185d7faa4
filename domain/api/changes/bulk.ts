import * as z from 'zod/mini'
import type { Entity } from '../../catalogue/entity.ts'
import { perEntity } from '../../catalogue/per-entity.ts'
import { parseRecord } from '../../catalogue/parse-record.ts'
import { isObject } from '../../input.ts'
import { notAnObject, type FieldProblem } from '../../problem.ts'
import { dryRunMembers, dryRunParameters, isDryRunMember } from '../dry-run.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { allOf, alsoCheckedBy, anyObject } from '../parameters.ts'
import { count, described, parameters, text, unknownKey } from '../values.ts'
import { batch } from './batches.ts'
import { t } from '../../messages/t.ts'

export const maxAtOnce = 5000
const maxQuery = 8000
/** Changed records that a report shows before and after. */
export const maxSample = 5

const notAQuery = (): string =>
  t('query should be the part after the ? of a list, at most {max} characters', { max: maxQuery })
const emptySet = (): string => t('set should be an object with at least one field')

const ids = allOf(z.array(text.check(z.minLength(1), z.maxLength(200))), () =>
  t('ids should be a list of ids'),
)
const versions = allOf(z.record(text, z.int()), () =>
  t('versions should be an object with the version of each id'),
)

const members = {
  action: z.enum(['update', 'delete'], { error: () => t('action should be update or delete') }),
  ids: described(z.optional(ids), `At most ${maxAtOnce}; send either ids or a query`),
  query: described(
    z.optional(z.string({ error: notAQuery }).check(z.maxLength(maxQuery, { error: notAQuery }))),
    'The part after the ? of the list: all matching records',
  ),
  set: described(z.optional(anyObject(emptySet)), 'The fields to change and their values; for updates only'),
  versions: described(
    z._default(versions, {}),
    'Expected version by id; a record with another version is left as it is',
  ),
  ...dryRunMembers,
}

const change = z.strictObject(members, {
  error: ({ code }) =>
    code === 'unrecognized_keys'
      ? t('{key} is not part of a bulk change', { key: unknownKey })
      : notAnObject(t('A bulk change')).message,
})
const dryRunQuery = parameters(dryRunParameters)

const value = z.nullable(z.union([text, z.number(), z.readonly(z.array(text))]))

const report = z.strictObject({
  ...isDryRunMember,
  batch: described(z.nullable(batch), 'The batch, which can be undone in one step; null after a dry run'),
  changed: count,
  unchanged: count,
  leftCount: described(count, 'How many could not be changed; left has the first of them'),
  left: z.array(z.strictObject({ id: text, name: text, because: text })),
  sample: described(
    z.array(
      z.strictObject({ id: text, name: text, before: z.record(text, value), after: z.record(text, value) }),
    ),
    `In a dry run, the changed fields of the first ${maxSample} records of an update, before and after`,
  ),
  names: described(
    z.record(text, z.record(text, text)),
    'The names of the codes in the sample: field → code → name',
  ),
})

export const bulkChangeOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/bulk/${entity.path}`, {
    may: ['update', entity.name],
    tag: entity.plural,
    summary: `Change or delete many ${entity.plural.toLowerCase()}; safe to retry with an Idempotency-Key`,
    query: dryRunQuery,
    body: change.check(alsoCheckedBy((body) => problemsOf(entity, body))),
    answer: report,
    answered:
      'What was changed, as one batch that can be undone, and what was left. 422, with nothing written, if no record could be changed',
    problems: [422],
  }),
)

function problemsOf(
  entity: Entity,
  { action, ids: some, query, set }: Record<string, unknown>,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if ((some === undefined) === (query === undefined))
    problems.push({ field: 'ids', message: t('Send either ids or a query, as the list uses it') })
  if (action === 'update') problems.push(...problemsOfSet(entity, set))
  else if (set !== undefined) problems.push({ field: 'set', message: t('set is for updates') })
  return problems
}

function problemsOfSet(entity: Entity, set: unknown): FieldProblem[] {
  if (!isObject(set) || Object.keys(set).length === 0) return [{ field: 'set', message: emptySet() }]
  const fixed = Object.keys(set).filter(
    (name) => !entity.fields[name] || entity.fields[name].presence === 'generated',
  )
  if (fixed.length > 0)
    return fixed.map((field) => ({
      field,
      message: t('{field} of {entities} cannot be set', { field, entities: t(entity.plural).toLowerCase() }),
    }))
  return parseRecord(entity, set, {}).problems
}

export type BulkChange = Omit<BodyOf<ReturnType<typeof bulkChangeOf>>, keyof typeof dryRunMembers>
export type BulkReport = AnswerOf<ReturnType<typeof bulkChangeOf>>
