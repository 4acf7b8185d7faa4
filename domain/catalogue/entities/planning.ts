import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import { choice } from '../kinds/choice.ts'
import { code } from '../kinds/code.ts'
import { date } from '../kinds/date.ts'
import { instant } from '../kinds/instant.ts'
import { longText } from '../kinds/long-text.ts'
import { number } from '../kinds/number.ts'
import { place } from '../kinds/place.ts'
import { ref } from '../kinds/ref.ts'
import { text } from '../kinds/text.ts'
import { workPlanStates, yesOrNo } from './work-plan-choices.ts'

const optional = { presence: 'optional' } as const

/** When and where an employee works. A value that is left out is that of domain/planning/working-time.ts. */
export const workingTime = entity(
  'workingTime',
  labels.workingTime,
  {
    Employee_Number: ref('Employee Number', 'employee.employeeNumber'),
    Start_Time: text('Start Time', { ...optional, max: 5, hint: 'Like 09:30' }),
    End_Time: text('End Time', { ...optional, max: 5, hint: 'Like 18:00' }),
    Stops_Per_Day: number('Stops Per Day', { ...optional, max: 60 }),
    Visit_Minutes: number('Visit Minutes', { ...optional, min: 1, max: 600 }),
    Days_Off: text('Days Off', { ...optional, hint: 'Like saturday, sunday; none: every day is worked' }),
    Plan_Ahead_Days: number('Plan Ahead Days', {
      ...optional,
      max: 90,
      hint: 'Visits that fall due within so many days are planned every night; 0: none',
    }),
    Start_City: ref('Start City', 'city.City_Code', optional),
    Start_Place: place('Start Place', optional),
  },
  { key: 'Employee_Number' },
)

/** Days on which an employee does not work, besides the weekly days off and the holidays. */
export const leave = entity(
  'leave',
  labels.leave,
  {
    Employee_Number: ref('Employee Number', 'employee.employeeNumber'),
    From_Date: date('From Date'),
    To_Date: date('To Date'),
    Reason: text('Reason', optional),
  },
  { key: ['Employee_Number', 'From_Date'], sortedBy: 'From_Date' },
)

/** The visits of an employee in a week or a month, proposed by the server, edited, and accepted as planned visits. */
export const workPlan = entity(
  'workPlan',
  labels.workPlan,
  {
    Plan_ID: code('Plan ID', 'WP', 6),
    Employee_Number: ref('Employee Number', 'employee.employeeNumber'),
    From_Date: date('From Date'),
    To_Date: date('To Date'),
    // Changed by the routes of plans only, never by saving the record.
    State: choice('State', workPlanStates, optional),
    Note: longText('Note', optional),
    Planned_By: text('Planned By', { ...optional, max: 36 }),
    Sent_At: instant('Sent At', optional),
    Decided_By: text('Decided By', { ...optional, max: 36 }),
    Decided_At: instant('Decided At', optional),
    Accepted_At: instant('Accepted At', optional),
    // The figures of the last solution, for the list.
    Visits_Due: number('Visits Due', optional),
    Visits_In_Time: number('Visits In Time', optional),
    Kilometres: number('Kilometres', optional),
  },
  { key: 'Plan_ID', sortedBy: 'Plan_ID' },
)

/** A visit of a plan: a customer has one at most, as it has one open planned visit. */
export const workPlanStop = entity(
  'workPlanStop',
  labels.workPlanStop,
  {
    // Not a reference, which only forms' masters can be the target of; the save hook checks it.
    Plan_ID: text('Plan ID'),
    Customer_Code: ref('Customer Code', 'customer.Customer_Code'),
    Visit_Date: date('Visit Date'),
    Stop_Order: number('Stop Order', { min: 1, max: 999 }),
    Start_Time: text('Start Time', { ...optional, max: 5 }),
    Minutes: number('Minutes', { min: 1, max: 600 }),
    // An appointment: its day and time are kept.
    Is_Fixed: choice('Is Fixed', yesOrNo),
    Reason: text('Reason', optional),
  },
  { key: ['Plan_ID', 'Customer_Code'], sortedBy: 'Visit_Date' },
)
