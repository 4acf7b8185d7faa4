import * as z from 'zod/mini'
import { limits } from '../catalogue/kinds/text.ts'
import { readText } from '../catalogue/reading/read-text.ts'
import { isDryRunMember } from './dry-run.ts'
import { endpoint, type AnswerOf, type BodyOf } from './endpoint.ts'
import { count, described, fieldsOf, flag, readBy, text } from './values.ts'

const tag = 'Personal data'

/** Only administrators, and no API token. */
const may = ['delete', 'account'] as const

const line = z.strictObject({
  what: text,
  count: described(z.nullable(count), 'Rows; null if they are not counted'),
  why: described(z.nullable(text), 'Why it stays'),
})

const erasure = {
  may,
  tag,
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
} as const

const file = { may, tag, status: 200, answered: 'The file', problems: [404] } as const
const exported = 'as a JSON file, for the person it is about; recorded in the audit'
const erased = 'everywhere; the dry run reports what is erased and what stays'

export const exportPersonalData = {
  customer: endpoint('GET', '/api/v1/customers/:id/personal-data', {
    ...file,
    summary: `Everything about a customer ${exported}`,
  }),
  employee: endpoint('GET', '/api/v1/employees/:id/personal-data', {
    ...file,
    summary: `Everything about an employee and its user ${exported}`,
  }),
  staffUser: endpoint('GET', '/api/v1/users/:id/personal-data', {
    ...file,
    summary: `Everything about a user and its employee ${exported}`,
  }),
  account: endpoint('GET', '/api/admin/users/:id/personal-data', {
    ...file,
    summary: `Everything about an account ${exported}`,
  }),
}

export const erasePersonalData = {
  customer: endpoint('POST', '/api/v1/customers/:id/erase', {
    ...erasure,
    summary: `Erase what identifies a customer, ${erased}`,
  }),
  employee: endpoint('POST', '/api/v1/employees/:id/erase', {
    ...erasure,
    summary: `Erase what identifies an employee and its user, ${erased}`,
  }),
  staffUser: endpoint('POST', '/api/v1/users/:id/erase', {
    ...erasure,
    summary: `Erase what identifies a user and its employee, ${erased}`,
  }),
  account: endpoint('POST', '/api/admin/users/:id/erase', {
    ...erasure,
    summary: `Delete an account and erase what identifies it, ${erased}`,
  }),
}

/** What a person is in: each is exported and erased in the same way. */
export type PersonEntity = keyof typeof erasePersonalData
export type Erasure = BodyOf<typeof erasePersonalData.customer>
export type ErasureReport = AnswerOf<typeof erasePersonalData.customer>

const days = z.nullable(count)

export const readRetention = endpoint('GET', '/api/v1/retention', {
  may: ['read', 'audit'],
  tag,
  summary:
    'How long data is kept, by the settings of the server, in days; null: until it is deleted or erased',
  answer: z.strictObject({
    locations: described(days, 'Positions of visits'),
    photos: described(days, 'Photos of visits'),
    importRows: described(days, 'Rows of imported files'),
    logIns: described(days, 'Devices that accounts logged in from'),
    notifications: days,
    webhookDeliveries: days,
    backups: described(days, 'Null: the server makes no backups itself'),
  }),
  answered: 'The days',
})

export type Retention = AnswerOf<typeof readRetention>
