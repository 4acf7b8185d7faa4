import type { EntityName } from '../catalogue.ts'
import { columnName } from '../column-name.ts'

// What only the store needs of an entity: the web app does not load it.

/** The sum of a date field and a number of days, in days since 1970; null while the date is null. */
export interface ComputedDay {
  day: string
  plus: string
}

/** Generated columns to sort and filter by; they are not part of the API. */
export const computedDays = {
  customer: { Due_Day: { day: 'Last_Visited', plus: 'Visit_In_Days' } },
} as const satisfies Partial<Record<EntityName, Readonly<Record<string, ComputedDay>>>>

/** Text columns that database triggers fill from other records, to filter by; they are not part of the API. */
export const triggerColumns = {
  // The owner of the customer today, and another employee with an open plan (server/store/owners/customer-owners.ts).
  customer: ['Assigned_Employee', 'Other_Owner'],
} as const satisfies Partial<Record<EntityName, readonly string[]>>

/**
 * The indexes for frequent filters and sort orders: a field, or several in order. The id is appended automatically;
 * fields named after `id` are there to be filtered within the index, before the record is read.
 */
const indexes: Readonly<Partial<Record<EntityName, readonly (string | readonly string[])[]>>> = {
  customer: [
    'Customer_Name',
    'Last_Visited',
    'Erp_Code',
    'Soil_Name',
    // The most overdue customers, in the whole firm and in any part of its territory.
    'Due_Day',
    // The few that are retired.
    'Retired_On',
    ['Zone_Code', 'Due_Day'],
    // For a scope over several zones filtered by one of them: Zone_Code is checked in the index, without reading the customer.
    ...['State_Code', 'Pool_Code', 'Station_Code', 'City_Code'].map((level) => [
      level,
      'Due_Day',
      'id',
      'Zone_Code',
    ]),
    // The same sort orders for the customers of one employee.
    ...triggerColumns.customer.flatMap((owner) => [
      [owner, 'Customer_Name'],
      [owner, 'Due_Day', 'id', 'Zone_Code'],
    ]),
  ],
  visit: [
    ['Status', 'Planned_At'],
    'Planned_At',
    ['Assigned_To', 'Planned_At'],
    // Plans that were not kept on their first day.
    'Moved_From',
    // Collections and promises, of the firm and of a customer.
    'Money_On',
    ['Customer_Code', 'Money_On'],
    'Group_ID',
    // Covers the query for customers with open plans of an employee, without reading the visits.
    ['Status', 'Assigned_To', 'Planned_By', 'Customer_Code'],
    // Covers the yearly counts of visits and advice, without reading the visits.
    ['Visited_On', 'Status', 'Contact_Mode', 'Season_Recommendation', 'New_Recommended_Crops'],
  ],
  balance: ['Overdue', 'Receivable', ['Customer_Code', 'Receivable', 'Overdue', 'As_Of']],
  assignment: [
    ['Employee_Number', 'Until_Day', 'From_Day', 'Customer_Code'],
    ['Customer_Code', 'From_Day', 'Until_Day', 'Employee_Number'],
    // Assignments that begin or end on a new day.
    'From_Day',
    'Until_Day',
  ],
  customerLicence: ['Customer_Code', 'Valid_Until'],
  leave: [['Employee_Number', 'To_Date']],
  workPlan: [['Employee_Number', 'From_Date'], ['State', 'From_Date'], 'From_Date'],
  workPlanStop: [['Plan_ID', 'Visit_Date', 'Stop_Order'], 'Customer_Code'],
}

interface Named {
  name: string
}

/** The table of an entity. */
export const tableOf = ({ name }: Named): string => columnName(name)

export const computedOf = ({ name }: Named): Readonly<Record<string, ComputedDay>> =>
  (computedDays as Partial<Record<string, Record<string, ComputedDay>>>)[name] ?? {}

export const triggerColumnsOf = ({ name }: Named): readonly string[] =>
  (triggerColumns as Partial<Record<string, readonly string[]>>)[name] ?? []

export const indexedOf = ({ name }: Named): readonly (readonly string[])[] =>
  ((indexes as Partial<typeof indexes & Record<string, never>>)[name] ?? []).map(
    (names: string | readonly string[]) => [names].flat(),
  )
