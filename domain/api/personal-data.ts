import * as z from 'zod/mini'
import { limits } from '../catalogue/kinds/text.ts'
import { readText } from '../catalogue/reading/read-text.ts'
import { isDryRunMember } from './dry-run.ts'
import { endpoint, type AnswerOf, type BodyOf } from './endpoint.ts'
import { count, described, fieldsOf, flag, readBy, text } from './values.ts'

const tag = 'Personal data'

/** Only administrators, and no API token. */
const may = ['delete', 'account'] as const

export const exportPersonalData = endpoint('GET', '/api/v1/customers/:id/personal-data', {
  may,
  tag,
  summary: 'Everything about a customer as a JSON file, for the person it is about; recorded in the audit',
  status: 200,
  answered: 'The file',
  problems: [404],
})

const line = z.strictObject({
  what: text,
  count: described(z.nullable(count), 'Rows; null if they are not counted'),
  why: described(z.nullable(text), 'Why it stays'),
})

export const erasePersonalData = endpoint('POST', '/api/v1/customers/:id/erase', {
  may,
  tag,
  summary: 'Erase what identifies a customer, everywhere; the dry run reports what is erased and what stays',
  body: fieldsOf('an erasure', {
    reason: described(
      z.optional(readBy((input) => readText('Reason', limits.name, input))),
      'Required unless it is a dry run. Why, such as the request of the person and its date; recorded in the audit',
    ),
    dryRun: described(
      z._default(flag('dryRun'), false),
      'true: reports what would happen and changes nothing',
    ),
  }),
  answer: z.strictObject({
    ...isDryRunMember,
    id: described(z.nullable(text), 'The audit event; null after a dry run'),
    code: text,
    erased: z.array(line),
    stays: z.array(line),
    others: described(
      z.array(z.strictObject({ entity: text, id: text, name: text })),
      'Other records with the same phone, e-mail, number or full name, which are not changed',
    ),
  }),
  answered: 'What is erased, and what stays and why',
  problems: [404, 409, 422],
})

export type Erasure = BodyOf<typeof erasePersonalData>
export type ErasureReport = AnswerOf<typeof erasePersonalData>
