import * as z from 'zod/mini'
import { maxReasonLength } from '../../field/proposals.ts'
import { notAnObject } from '../../problem.ts'
import { endpoint, type AnswerOf, type BodyOf, type QueryOf } from '../endpoint.ts'
import { afterParameter, anyObject, limitParameter, pageOf } from '../parameters.ts'
import { duplicateRecord } from '../records/duplicates.ts'
import {
  count,
  dateTime,
  described,
  fieldsOf,
  oneOf,
  parameters,
  recordOf,
  text,
  wholeNumber,
} from '../values.ts'
import { textOrNull } from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Field app'

export const proposalTypes = ['new customer', 'correction'] as const
export const proposalStates = ['open', 'approved', 'refused'] as const

const customerOfProposal = z.strictObject({ id: text, code: text, name: text })

const proposalMembers = {
  id: described(text, 'The id of its event'),
  reference: described(text, 'The reference that the phone shows'),
  type: z.enum(proposalTypes),
  state: z.enum(proposalStates),
  by: text,
  recordedAt: described(dateTime, 'When it was recorded, corrected by the error of the clock of the phone'),
  receivedAt: dateTime,
  customer: described(
    z.nullable(customerOfProposal),
    'The customer to correct, or the one it was approved as; null: none, or not in the scope of the account',
  ),
  name: described(text, 'The name of the customer, as proposed or as stored'),
  fields: described(z.array(text), 'The fields with a proposed value; Place for the location'),
  remarks: text,
  note: described(textOrNull, 'The reason of a refusal, or what the office changed'),
  decidedAt: z.nullable(dateTime),
  decidedBy: textOrNull,
  batch: described(textOrNull, 'The bulk change that undoes the approval'),
}

const proposal = z.strictObject(proposalMembers)

const textsByField = z.record(text, textOrNull)

const proposalDetail = z.strictObject({
  ...proposalMembers,
  proposed: described(textsByField, 'The proposed values by field; Place for the location'),
  before: described(textsByField, 'For a correction: the values that the phone showed'),
  current: described(
    z.nullable(recordOf('customer')),
    'The customer as it is now, or the one that it was merged into, with the version to send',
  ),
  place: described(
    z.nullable(recordOf('customerPlace')),
    'Its location as it is now, with the version to send',
  ),
  missing: described(
    z.nullable(z.enum(['deleted', 'merged', 'outside scope'])),
    'Why the customer to correct is not available',
  ),
  mergedInto: described(z.nullable(customerOfProposal), 'The customer that it was merged into'),
  suggested: described(
    z.record(text, text),
    'For a new customer: values of the newest customer in the same city, for fields that the phone did not ask for',
  ),
  names: described(z.record(text, z.record(text, text)), 'The names of the codes: field → code → name'),
  duplicates: z.array(duplicateRecord),
  waiting: described(count, 'How many events are applied when it is approved'),
})

export const listProposals = endpoint('GET', '/api/v1/field/proposals', {
  may: ['update', 'customer'],
  tag,
  summary: 'List proposals of representatives: new customers and corrections',
  query: parameters({
    state: described(
      z._default(oneOf('state', ['open', 'decided']), 'open'),
      'open: the oldest first; decided: the newest first',
    ),
    type: described(z.optional(oneOf('type', proposalTypes)), 'Only these'),
    limit: limitParameter(),
    after: afterParameter(),
  }),
  answer: z.extend(pageOf(proposal), {
    open: described(count, 'How many are open, of both types'),
    newCustomers: described(count, 'How many of the open ones are new customers'),
  }),
  answered: 'A page',
  problems: [422],
})

export const readProposal = endpoint('GET', '/api/v1/field/proposals/:id', {
  may: ['update', 'customer'],
  tag,
  summary: 'Read a proposal with the current values and probable duplicates',
  answer: proposalDetail,
  answered: 'The proposal',
  problems: [404],
})

const badCustomer = (): string => t('customer should be the id of a customer')

export const approveProposal = endpoint('POST', '/api/v1/field/proposals/:id/approve', {
  may: ['update', 'customer'],
  tag,
  summary: 'Approve a proposal: create or change the customer as usual, or use an existing customer',
  body: fieldsOf('an approval', {
    values: described(
      z._default(
        anyObject(() => notAnObject(t('values')).message),
        {},
      ),
      'The values to save, by field of the customer; Place for the location. Fields that are left out are not saved',
    ),
    customer: described(
      z.optional(z.uuidv7({ error: badCustomer })),
      'New customer: the existing customer that it is, which is not changed. Correction: the customer to change, if it is another one',
    ),
    version: described(
      z.optional(wholeNumber('version', 1, 2_000_000_000)),
      'For a correction: the version of the customer that was shown',
    ),
    placeVersion: described(
      z.optional(wholeNumber('placeVersion', 1, 2_000_000_000)),
      'The version of the location that was shown; left out: there was none',
    ),
  }),
  answer: proposal,
  answered: 'Approved; `batch` can be undone',
  problems: [404, 409, 422],
})

const badReason = (): string =>
  t('Write a reason of at most {max, number} characters', { max: maxReasonLength })

export const refuseProposal = endpoint('POST', '/api/v1/field/proposals/:id/refuse', {
  may: ['update', 'customer'],
  tag,
  summary: 'Refuse a proposal; the representative reads the reason',
  body: fieldsOf('a refusal', {
    reason: described(
      z
        .string({ error: badReason })
        .check(
          z.trim(),
          z.minLength(1, { error: badReason }),
          z.maxLength(maxReasonLength, { error: badReason }),
        ),
      'Shown to the representative',
    ),
  }),
  answer: proposal,
  answered: 'Refused',
  problems: [404, 409, 422],
})

export type ProposalView = z.infer<typeof proposal>
export type ProposalDetail = AnswerOf<typeof readProposal>
export type ProposalPage = AnswerOf<typeof listProposals>
export type ProposalQuery = QueryOf<typeof listProposals>
export type Approval = BodyOf<typeof approveProposal>
