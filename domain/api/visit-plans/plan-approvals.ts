import * as z from 'zod/mini'
import { workPlanStates } from '../../catalogue/entities/work-plan-choices.ts'
import { planSteps } from '../../visit-plans/approval.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { count, described, fieldsOf, oneOf, text, wholeNumber } from '../values.ts'
import {
  cityNames,
  customerNames,
  date,
  dateTimeOrNull,
  employee,
  firmClock,
  textOrNull,
} from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

const plan = z.strictObject({
  id: text,
  version: count,
  Plan_ID: text,
  employee,
  From_Date: date,
  To_Date: date,
  State: z.enum(workPlanStates),
  Note: described(textOrNull, 'Of the last decision, or why an approved plan was reopened'),
  visits: described(count, 'How many visits it has'),
  Sent_At: dateTimeOrNull,
  decidedBy: described(textOrNull, 'The user who approved or returned it'),
  Decided_At: dateTimeOrNull,
  managers: described(
    z.array(text),
    'Who decides it: the nearest reporting managers with an account; none: the administrators',
  ),
  steps: described(z.array(z.enum(planSteps)), 'What the account may do with it now'),
})

export const listPlanApprovals = endpoint('GET', '/api/v1/plan-approvals', {
  may: ['read', 'workPlan'],
  tag,
  summary: 'Work plans with their states, and what the account may do with each',
  answer: z.strictObject({
    ...firmClock,
    items: described(z.array(plan), 'Those that wait for a decision of the account first, then the newest'),
    hasMore: described(z.boolean(), 'true: older plans are left out'),
  }),
  answered: 'The plans of the employees that the account sees',
})

const stop = z.strictObject({
  Customer_Code: text,
  ...customerNames,
  ...cityNames,
  Visit_Date: date,
  Start_Time: textOrNull,
  Reason: textOrNull,
})

export const readPlanApproval = endpoint('GET', '/api/v1/plan-approvals/:id', {
  may: ['read', 'workPlan'],
  tag,
  summary: 'A work plan with its visits, by day',
  answer: z.strictObject({ ...firmClock, plan, stops: z.array(stop) }),
  answered: 'The plan. Visits to customers outside the scope of the account are left out',
  problems: [404],
})

export const changePlanState = endpoint('POST', '/api/v1/work-plans/:id/state', {
  may: ['update', 'workPlan'],
  tag,
  summary:
    'Send a work plan to the reporting manager, withdraw it, approve it, return it with a note, or reopen it',
  body: fieldsOf('a step', {
    step: described(
      oneOf('step', planSteps),
      'send, withdraw and reopen: by the planner; approve and return: by a reporting manager or an administrator, never of the own plan',
    ),
    version: described(wholeNumber('version', 1, 2_147_483_647), 'The version that the client has seen'),
    note: described(
      z.optional(z.string({ error: () => t('The note should be text') })),
      'Required to return a plan and to reopen one',
    ),
  }),
  answer: plan,
  answered: 'The plan in its new state',
  problems: [404, 409, 422],
})

export type PlanApprovals = AnswerOf<typeof listPlanApprovals>
export type PlanApproval = z.infer<typeof plan>
export const planApproval = plan
export type PlanDetail = AnswerOf<typeof readPlanApproval>
export type PlanStepInput = BodyOf<typeof changePlanState>
