import * as z from 'zod/mini'
import { workPlanStates } from '../../catalogue/entities/work-plan-choices.ts'
import { t } from '../../messages/t.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { allOf, flagParameter } from '../parameters.ts'
import {
  count,
  day,
  described,
  fieldsOf,
  flag,
  itemsOf,
  parameters,
  requiredText,
  text,
  wholeNumber,
} from '../values.ts'
import { cityNames, customerNames, date, dayParameter, rupees, textOrNull } from '../visits/visit-values.ts'

const tag = 'Work plans'

export const maxPlansAtOnce = 20

const employees = z.array(requiredText('Employee Number')).check(z.minLength(1), z.maxLength(maxPlansAtOnce))

const run = z.strictObject({
  state: described(
    z.enum(['waiting', 'running', 'done', 'cancelled', 'failed', 'interrupted']),
    'interrupted: the server stopped meanwhile; solve the plan again',
  ),
  progress: described(count, 'In percent'),
})

const planMembers = {
  Plan_ID: text,
  version: count,
  Employee_Number: text,
  Employee_Name: text,
  From_Date: date,
  To_Date: date,
  State: z.enum(workPlanStates),
  Note: textOrNull,
  Visits_Due: z.nullable(count),
  Visits_In_Time: z.nullable(count),
  Kilometres: z.nullable(count),
  run: described(z.nullable(run), 'The last solution; null: there is none'),
  isOwn: described(z.boolean(), 'The plan of the employee with the e-mail of the account'),
  mayChange: described(z.boolean(), 'Whether the account may change it, if its state allows it'),
}

const overdue = described(
  z.nullable(rupees),
  'What the customer owes after its due day; null: nothing is known',
)

const stop = z.strictObject({
  Customer_Code: text,
  ...customerNames,
  ...cityNames,
  Visit_Date: date,
  Start_Time: textOrNull,
  Minutes: count,
  Is_Fixed: described(z.boolean(), 'Its day and time stay when the plan is solved again'),
  Is_Appointment: described(z.boolean(), 'Fixed because the visit was planned for this day before'),
  Reason: textOrNull,
  Kilometres: described(z.number(), 'Estimated from the stop before, or from the start'),
  Place: described(textOrNull, 'The coordinates of the customer, or of the city'),
  Due: described(z.nullable(date), 'The day on which the visit is due'),
  Overdue: overdue,
})

const planDay = z.strictObject({
  date,
  off: described(textOrNull, 'Why it is a day off; null: a working day'),
  stops: z.array(stop),
  Kilometres: described(z.number(), 'With the way back'),
  Ends_At: described(textOrNull, 'Back at the start'),
  problem: described(textOrNull, 'Why the day is not possible as it is'),
})

const leftOut = z.strictObject({
  Customer_Code: text,
  ...customerNames,
  ...cityNames,
  Due: date,
  Overdue: overdue,
  Place: described(textOrNull, 'The coordinates of the customer, or of the city'),
  Reason: described(textOrNull, 'Why it cannot be planned; null: others were more urgent or nearer'),
})

const remark = z.strictObject({
  kind: text,
  sentence: text,
  customers: described(
    z.array(z.strictObject({ Customer_Code: text, ...customerNames })),
    'The customers it names, at most 20',
  ),
})

export const workPlanView = z.strictObject({
  ...planMembers,
  days: z.array(planDay),
  stopsPerDay: count,
  hours: z.strictObject({ start: text, end: text }),
  visitMinutes: count,
  Start_Place: described(textOrNull, 'The coordinates from which the days start; null: unknown'),
  report: z.nullable(
    z.strictObject({
      due: count,
      considered: count,
      planned: count,
      atMost: described(count, 'More visits than this fit in no order'),
      gap: described(
        z.nullable(z.number()),
        'No plan costs less by more percent (days late by urgency, and kilometres); null: unknown, or the plan was edited since',
      ),
      isEdited: described(z.boolean(), 'Stops were changed by hand since the solution'),
      isCancelled: z.boolean(),
      notes: z.array(text),
      remarks: described(z.array(remark), 'The notes, with what they are about'),
      leftOut: described(z.array(leftOut), 'The most urgent first, at most 200'),
      measures: z.array(
        z.strictObject({ kind: text, sentence: text, planned: count, due: count, customers: count }),
      ),
    }),
  ),
  batchId: described(textOrNull, 'The batch of an accepted plan, which can be undone'),
})

export const proposePlans = endpoint('POST', '/api/v1/planning', {
  may: ['create', 'workPlan'],
  tag,
  summary: 'Make plans for employees and start solving them',
  body: fieldsOf('a proposal', {
    Employee_Numbers: allOf(employees, () =>
      t('Employee Numbers should be a list of 1 to {max} numbers', { max: maxPlansAtOnce }),
    ),
    From_Date: day('From Date'),
    To_Date: day('To Date'),
  }),
  answer: itemsOf(z.strictObject({ Plan_ID: text, Employee_Number: text })),
  status: 201,
  problems: [409, 422],
})

export const listWorkPlans = endpoint('GET', '/api/v1/planning', {
  may: ['read', 'workPlan'],
  tag,
  summary: 'Plans of employees, the latest first, with the state of their solution',
  answer: z.strictObject({ items: z.array(z.strictObject(planMembers)), today: date }),
})

const overlapping = z.strictObject({
  Plan_ID: text,
  From_Date: date,
  To_Date: date,
  State: z.enum(workPlanStates),
})

export const listPlanPeople = endpoint('GET', '/api/v1/planning/people', {
  may: ['create', 'workPlan'],
  tag,
  summary: 'The employees that the account may plan for, with what is missing for a plan of these days',
  query: parameters({
    From_Date: dayParameter('From_Date', '2026-12-01'),
    To_Date: dayParameter('To_Date', '2026-12-31'),
  }),
  answer: z.strictObject({
    items: described(
      z.array(
        z.strictObject({
          employeeNumber: text,
          name: text,
          City_Name: textOrNull,
          isOwn: described(z.boolean(), 'The employee with the e-mail of the account'),
          isReport: described(z.boolean(), 'Reports to the account, directly or through other managers'),
          customers: described(count, 'Assigned on the first day'),
          stopsPerDay: count,
          hasStart: described(z.boolean(), 'The coordinates of the place to start from are known'),
          plan: described(z.nullable(overlapping), 'A plan that has some of these days already'),
        }),
      ),
      'By name, at most 500',
    ),
    hasMore: z.boolean(),
  }),
  problems: [422],
})

export const readWorkPlan = endpoint('GET', '/api/v1/planning/:plan', {
  may: ['read', 'workPlan'],
  tag,
  summary: 'A plan by day, with order, times, distances, and what did not fit',
  answer: workPlanView,
  problems: [404],
})

export const saveWorkPlan = endpoint('PUT', '/api/v1/planning/:plan/stops', {
  may: ['update', 'workPlan'],
  tag,
  summary: 'Replace the stops of a plan',
  body: fieldsOf('a plan', {
    version: wholeNumber('version', 1, 1_000_000_000),
    stops: described(
      z.array(
        fieldsOf('a stop', {
          Customer_Code: requiredText('Customer Code'),
          Visit_Date: day('Visit Date'),
          Minutes: wholeNumber('Minutes', 1, 600),
          Is_Fixed: z.optional(flag('Is Fixed')),
          Start_Time: z.optional(
            z.nullable(z.string({ error: () => t('A time has hours and minutes, like 09:30') })),
          ),
        }),
        { error: () => t('stops should be a list of stops') },
      ),
      'In order within each day',
    ),
  }),
  answer: workPlanView,
  problems: [404, 409, 422],
})

const withVersion = fieldsOf('a plan', { version: wholeNumber('version', 1, 1_000_000_000) })

export const solveWorkPlan = endpoint('POST', '/api/v1/planning/:plan/solve', {
  may: ['update', 'workPlan'],
  tag,
  summary: 'Solve a plan again; fixed stops stay',
  query: parameters({
    restart: described(
      z._default(flagParameter('restart'), false),
      'true: if it is being solved, that is dropped, as what it was based on has changed; else it is refused',
    ),
  }),
  answer: run,
  status: 202,
  problems: [404, 409, 422],
})

export const cancelWorkPlan = endpoint('POST', '/api/v1/planning/:plan/cancel', {
  may: ['update', 'workPlan'],
  tag,
  summary: 'Stop solving; the best plan found until then is kept',
  problems: [404, 409],
})

export const acceptWorkPlan = endpoint('POST', '/api/v1/planning/:plan/accept', {
  may: ['update', 'workPlan'],
  tag,
  summary: 'Make the stops planned visits, all in one batch that can be undone',
  body: withVersion,
  answer: z.strictObject({ batchId: text, planned: count, moved: count }),
  status: 201,
  problems: [404, 409, 422],
})

export const applyMeasure = endpoint('POST', '/api/v1/planning/:plan/measures', {
  may: ['update', 'workPlan'],
  tag,
  summary: 'Do what the solution says would help, and solve again',
  body: fieldsOf('a measure', {
    version: wholeNumber('version', 1, 1_000_000_000),
    measure: described(wholeNumber('measure', 0, 20), 'Its position in the report'),
  }),
  answer: z.strictObject({ batchId: text, changed: count }),
  status: 201,
  problems: [404, 409, 422],
})

export const deleteWorkPlan = endpoint('DELETE', '/api/v1/planning/:plan', {
  may: ['update', 'workPlan'],
  tag,
  summary: 'Delete a plan that was not accepted, with its stops',
  problems: [404, 409],
})

export type Proposal = BodyOf<typeof proposePlans>
export type WorkPlanItem = AnswerOf<typeof listWorkPlans>['items'][number]
export type PlanPeople = AnswerOf<typeof listPlanPeople>
export type PlanPerson = PlanPeople['items'][number]
export type WorkPlanView = AnswerOf<typeof readWorkPlan>
export type WorkPlanRun = z.infer<typeof run>
export type SavedStops = BodyOf<typeof saveWorkPlan>
export type Accepted = AnswerOf<typeof acceptWorkPlan>
export type MeasureApplied = AnswerOf<typeof applyMeasure>
export type PlanDayView = WorkPlanView['days'][number]
export type StopView = PlanDayView['stops'][number]
