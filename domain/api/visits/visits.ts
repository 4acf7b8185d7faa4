import * as z from 'zod/mini'
import { entities } from '../../catalogue/catalogue.ts'
import { schemaOf } from '../../catalogue/stored/kinds.ts'
import type { FieldProblem } from '../../problem.ts'
import { formatList } from '../../text.ts'
import {
  derivedMembers,
  isDetail,
  outcomes,
  plannedMembers,
  planMembers,
  visitFields,
} from '../../visits/payloads.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { checkedBy, described, fieldsOf, flag, recordOf } from '../values.ts'
import { shapeOf, unlessBlank, visitVersion } from './visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

/** Validated by its kind when the visit is saved, together with the references, so that all their problems are reported at once. */
const fieldOfVisit = (name: (typeof visitFields)[number]) =>
  z.optional(z.unknown()).check(z.meta(schemaOf(entities.visit.fields[name])))

const seenPlan = z.union([z.null(), z.object(visitVersion)], {
  error: () => t('Moves Plan should be null, or a Visit_ID and its version'),
})

/** The members of a plan are not members of an outcome. */
const refusePlanMembers = (body: object): FieldProblem[] =>
  planMembers
    .filter((name) => name in body && isDetail(body))
    .map((field) => ({
      field,
      message: t('{key} is not a field of {noun}', { key: field, noun: t('a visit') }),
    }))

const visitBody = fieldsOf('a visit', {
  ...shapeOf(visitFields, fieldOfVisit),
  ...shapeOf([...plannedMembers, ...derivedMembers], () => z.optional(z.unknown())),
  Visit_ID: unlessBlank(z.string({ error: () => t('Visit ID should be text') }).check(z.trim())),
  Status: unlessBlank(
    z.enum(outcomes, {
      error: () => t('Status should be {outcomes}', { outcomes: formatList(outcomes, 'or') }),
    }),
  ),
  Keep_Customer_Place: described(
    unlessBlank(flag('Keep Customer Place')),
    'true: the check-in place becomes the place of the customer, who has none yet',
  ),
  Keeps_Plan: described(
    unlessBlank(flag('Keeps Plan')),
    'true: records an additional visit, and the open plan stays',
  ),
  Moves_Plan: described(
    z.optional(seenPlan),
    'The open plan that the client has seen, or null for none, so that no other plan is moved',
  ),
}).check(checkedBy(refusePlanMembers))

const declaration = {
  may: ['create', 'visit'],
  tag,
  summary: 'Plan a visit or record its outcome, depending on the fields',
  body: described(
    visitBody,
    'A plan (Customer_Code, Planned_Date, Planned_Time, Remarks, Assigned_To, Moves_Plan) or, with any field of an outcome, a recorded visit; Status: missed or cancelled, with a Reason, closes a plan',
  ),
  answer: recordOf('visit'),
  status: 201,
  answered: 'Recorded (200: an open plan was moved; 202: stored without a customer, as unassigned)',
  problems: [409, 422],
} as const

export const recordVisit = endpoint('POST', '/api/v1/visits', declaration)
/** The path of the specification. */
export const planVisit = endpoint('POST', '/api/plan-visit', declaration)

export const undoVisit = endpoint('POST', '/api/v1/visits/:id/undo', {
  may: ['create', 'visit'],
  tag,
  summary: 'Undo a visit recorded by the account, on the same day',
  answer: z.strictObject({ visit: z.nullable(recordOf('visit')) }),
  answered: 'The plan as it was before; null: the visit had not been planned and is deleted',
  problems: [404, 409],
})

export type VisitInput = BodyOf<typeof recordVisit>
export type UndoneVisit = AnswerOf<typeof undoVisit>
