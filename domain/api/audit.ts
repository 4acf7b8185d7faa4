import * as z from 'zod/mini'
import { auditSubjects, auditWords } from '../audit.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { parseDay } from '../dates/dates.ts'
import { endpoint, type AnswerOf, type QueryOf } from './endpoint.ts'
import { notNext } from './parameters.ts'
import { count, dateTime, described, text, wholeNumber } from './values.ts'
import { t } from '../messages/t.ts'

const tag = 'Audit'

/** Sensitive values are masked. */
const fact = z.strictObject({ label: text, before: z.nullable(text), after: z.nullable(text) })

const entry = z.strictObject({
  id: text,
  at: dateTime,
  by: text,
  byId: described(
    z.nullable(text),
    'The account or the API token; null for the system and for anonymous requests',
  ),
  address: z.nullable(text),
  action: text,
  entity: z.nullable(text),
  record: described(z.nullable(text), 'The id of the record, if it has one; its name is in `name`'),
  name: z.nullable(text),
  facts: z.array(fact),
})

const page = z.strictObject({
  items: z.array(entry),
  next: described(z.nullable(text), 'Pass it as after to get the next page; null on the last one'),
  reached: described(
    z.exactOptional(dateTime),
    'When the search for a value stopped early: the oldest moment it has covered so far',
  ),
})

const maxFilter = 200

/** A parameter that `read` understands; a blank one does not filter. */
const filter = <T>(name: string, sentence: () => string, read: (typed: string) => T | undefined) =>
  z.optional(
    z.pipe(
      z.string({ error: () => t('{parameter} should be given once', { parameter: name }) }),
      z.transform((typed: string, { issues }): T | undefined => {
        const trimmed = typed.trim().slice(0, maxFilter)
        const value = trimmed === '' ? undefined : read(trimmed)
        if (trimmed !== '' && value === undefined)
          issues.push({ code: 'custom', message: sentence(), input: typed })
        return value
      }),
    ),
  )

const textFilter = (name: string) =>
  filter(
    name,
    () => '',
    (typed) => typed,
  )
const dayFilter = (name: string) =>
  filter(name, () => t('{parameter} should be a day', { parameter: name }), parseDay)
const nameIn = (names: readonly string[]) => (typed: string) => (names.includes(typed) ? typed : undefined)

const actions = Object.keys(auditWords)
const actionNames = actions.join(', ')
const subjects = [...catalogue.map(({ name }) => name), ...Object.keys(auditSubjects)]

const filters = {
  who: described(textFilter('who'), 'Part of the name of the account'),
  action: described(
    filter('action', () => t('action should be one of {actions}', { actions: actionNames }), nameIn(actions)),
    `One of ${actionNames}`,
  ),
  entity: described(
    filter('entity', () => t('entity should be the name of an entity, such as customer'), nameIn(subjects)),
    'The subject: customer, account, roleRights …',
  ),
  record: described(textFilter('record'), 'One record, by id; with entity, by code'),
  field: described(textFilter('field'), 'With entity: only changes of this field, such as Customer_Phone'),
  from: described(dayFilter('from'), 'The first day'),
  to: described(dayFilter('to'), 'The last day'),
  address: described(textFilter('address'), 'The IP address of the request'),
}

const filteredBy = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.catchall(
    z.object(shape),
    z.custom<never>(() => false, {
      error: ({ path }) =>
        t('The audit cannot be filtered by {parameter}', { parameter: String(path?.at(-1)) }),
    }),
  )

const id = z.uuidv7()
const maxPerPage = 200
const pageSize = wholeNumber('limit', 1, maxPerPage)

export const listAudit = endpoint('GET', '/api/v1/audit', {
  may: ['read', 'audit'],
  tag,
  summary: 'List who did what, when and from where, with values before and after; newest first',
  query: filteredBy({
    ...filters,
    limit: described(
      filter(
        'limit',
        () =>
          t('{label} should be a whole number from {min} to {max}', {
            label: 'limit',
            min: 1,
            max: maxPerPage,
          }),
        (typed) => pageSize.safeParse(Number(typed)).data,
      ),
      'Page size',
    ),
    after: described(
      filter('after', notNext, (typed) => id.safeParse(typed).data),
      'The "next" value of the previous page; a filter by field searches 20,000 changes per page',
    ),
  }),
  answer: page,
  answered: 'A page of entries',
  problems: [422],
})

export const exportAudit = endpoint('GET', '/api/v1/audit/export', {
  may: ['export', 'audit'],
  tag,
  summary: 'Export as a CSV file; the export itself is recorded in the audit',
  query: filteredBy(filters),
  status: 200,
  answered: 'The file, with a header row',
  problems: [422],
})

const head = z.strictObject({
  number: described(count, 'The number of the last block; 0 if nothing is sealed yet'),
  total: described(count, 'The entries in all blocks'),
  hash: described(text, 'The hash of the last block, which covers all blocks before it'),
  sealedAt: described(z.nullable(dateTime), 'When the last block was written'),
})

export const readAuditHead = endpoint('GET', '/api/v1/audit/head', {
  may: ['read', 'audit'],
  tag,
  summary:
    'The head of the sealed audit: keep it elsewhere, and compare it with `npm run audit -- verify --head`',
  answer: head,
  answered: 'The last block',
})

export type AuditHead = AnswerOf<typeof readAuditHead>
export type AuditPage = AnswerOf<typeof listAudit>
export type AuditEntry = z.infer<typeof entry>
export type AuditFact = z.infer<typeof fact>
export type AuditPageFilters = QueryOf<typeof listAudit>
export type AuditFilters = QueryOf<typeof exportAudit>
