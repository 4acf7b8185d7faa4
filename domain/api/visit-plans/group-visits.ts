import * as z from 'zod/mini'
import { entities } from '../../catalogue/catalogue.ts'
import { schemaOf } from '../../catalogue/stored/kinds.ts'
import { maxGroupCustomers, minGroupCustomers } from '../../visit-plans/groups.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { count, described, fieldsOf, flag, recordOf, requiredText, text } from '../values.ts'
import { customerNames, employee, shapeOf, textOrNull, unlessBlank } from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

/** The fields that all visits of a meeting have in common. */
export const groupFields = [
  'Visited_On',
  'Remarks',
  'Feedback',
  'Season_Recommendation',
  'New_Recommended_Crops',
  'New_Recommended_Materials',
  'Contact_Mode',
  'Check_In_Place',
  'Joined_By',
  'Group_Kind',
  'Attendees',
] as const

const fieldOfGroup = (name: (typeof groupFields)[number]) =>
  z.optional(z.unknown()).check(z.meta(schemaOf(entities.visit.fields[name])))

const group = z.strictObject({
  Group_ID: text,
  Group_Title: textOrNull,
  visits: described(z.array(recordOf('visit')), 'One for each customer'),
})

export const recordGroupVisit = endpoint('POST', '/api/v1/group-visits', {
  may: ['create', 'visit'],
  tag,
  summary: 'Record a meeting with several customers: a visit for each of them, or none',
  body: fieldsOf('a group visit', {
    customers: described(
      z.array(z.string({ error: () => t('A customer should be a Customer Code') }), {
        error: () => t('customers should be a list of Customer Codes'),
      }),
      `The codes of ${minGroupCustomers} to ${maxGroupCustomers} customers`,
    ),
    Group_Title: requiredText('Group Title'),
    ...shapeOf(groupFields, fieldOfGroup),
    Keeps_Plan: described(
      unlessBlank(flag('Keeps Plan')),
      'true: the open plans of the customers stay; otherwise the meeting is their result',
    ),
  }),
  answer: group,
  status: 201,
  answered: 'Recorded',
  problems: [409, 422],
})

export const readGroupVisit = endpoint('GET', '/api/v1/group-visits/:id', {
  may: ['read', 'visit'],
  tag,
  summary: 'A meeting with several customers, by its Group_ID',
  answer: z.strictObject({
    Group_ID: text,
    Group_Title: textOrNull,
    Group_Kind: textOrNull,
    Visited_On: textOrNull,
    Attendees: z.nullable(count),
    joinedBy: z.array(employee),
    customers: z.array(z.strictObject({ Visit_ID: text, Customer_Code: text, ...customerNames })),
  }),
  answered: 'The visits that the account sees',
  problems: [404],
})

export const undoGroupVisit = endpoint('POST', '/api/v1/group-visits/:id/undo', {
  may: ['create', 'visit'],
  tag,
  summary: 'Undo a meeting recorded by the account, on the same day: the visits of all customers, or none',
  answer: z.strictObject({ undone: count }),
  answered: 'How many visits were undone',
  problems: [404, 409],
})

export type GroupVisitInput = BodyOf<typeof recordGroupVisit>
export type RecordedGroup = AnswerOf<typeof recordGroupVisit>
export type GroupVisit = AnswerOf<typeof readGroupVisit>
