import { entity } from '../entity.ts'
import { amount } from '../kinds/amount.ts'
import { choice } from '../kinds/choice.ts'
import { code } from '../kinds/code.ts'
import { date } from '../kinds/date.ts'
import { instant } from '../kinds/instant.ts'
import { longText } from '../kinds/long-text.ts'
import { number } from '../kinds/number.ts'
import { place } from '../kinds/place.ts'
import { ref } from '../kinds/ref.ts'
import { refs } from '../kinds/refs.ts'
import { text } from '../kinds/text.ts'

export const visitStatuses = ['planned', 'visited', 'missed', 'cancelled', 'unassigned'] as const
/** A call in place of a visit counts as one. */
export const contactModes = ['in person', 'by phone'] as const
/** What became of the advice of the visit before. */
export const adviceResults = ['used', 'worked', 'did not work'] as const

const optional = { presence: 'optional' } as const

/** A visit from plan to result. A visit whose customer could not be told is kept as `unassigned` until someone says. */
export const visit = entity(
  'visit',
  ['Visit', 'Visits'],
  {
    Visit_ID: code('Visit ID', 'V', 6),
    Customer_Code: ref('Customer Code', 'customer.Customer_Code', optional),
    Status: choice('Status', visitStatuses),
    Planned_At: instant('Planned At', optional),
    Remarks: longText('Remarks', optional),
    Visited_On: date('Visited On', optional),
    // What the screen showed when the visit was made, in its own words: evidence, not arithmetic.
    Amount_Receivables: text('Amount Receivables', optional),
    Overdue_Amount: text('Overdue Amount', optional),
    Fixed_Field: text('Fixed Field', optional),
    Last_Material_Recommended: text('Last Material Recommended', optional),
    Feedback: longText('Feedback', optional),
    Season_Recommendation: ref('Season Recommendation', 'season.Season_Name', optional),
    New_Recommended_Crops: refs('New Recommended Crops', 'crop.Crop_Name', optional),
    New_Recommended_Materials: refs('New Recommended Materials', 'material.materialName', optional),
    Next_Visit_Suggested: instant('Next Visit Suggested', optional),
    Planned_By: text('Planned By', { ...optional, max: 36 }),
    Recorded_By: text('Recorded By', { ...optional, max: 36 }),
    Recorded_At: instant('Recorded At', optional),
    Assigned_To: ref('Assigned To', 'employee.employeeNumber', optional),
    // Its place in the round of the day, where somebody has put it by hand.
    Stop_Order: number('Stop Order', { ...optional, min: 1, max: 999 }),
    Contact_Mode: choice('Contact Mode', contactModes, optional),
    Reason: text('Reason', optional),
    Balance_As_Of: date('Balance As Of', optional),
    Last_Crop_Result: choice('Last Crop Result', adviceResults, optional),
    Last_Material_Result: choice('Last Material Result', adviceResults, optional),
    Check_In_Place: place('Check In Place', optional),
    Photo_ID: text('Photo ID', { ...optional, max: 36 }),
    // How many days after the visit it was recorded, where that was too late to be usual; worked out when it is saved.
    Days_Late: number('Days Late', { ...optional, min: 1, max: 200_000 }),
  },
  {
    key: 'Visit_ID',
    sortedBy: 'Visit_ID',
    large: true,
    indexed: [
      ['Status', 'Planned_At'],
      'Planned_At',
      ['Assigned_To', 'Planned_At'],
      // Whose open plans lead to which customers, without a look at the visits themselves.
      ['Status', 'Assigned_To', 'Planned_By', 'Customer_Code'],
      // What was visited and advised in a year is counted along it, without a look at the visits themselves.
      ['Visited_On', 'Status', 'Contact_Mode', 'Season_Recommendation', 'New_Recommended_Crops'],
    ],
  },
)

/** What a customer owes, as the firm's books said on a day. Its history is the balance over time. */
export const balance = entity(
  'balance',
  ['Balance', 'Balances'],
  {
    Customer_Code: ref('Customer Code', 'customer.Customer_Code'),
    As_Of: date('As Of'),
    Receivable: amount('Receivable'),
    Overdue: amount('Overdue'),
  },
  {
    key: 'Customer_Code',
    indexed: ['Overdue', 'Receivable', ['Customer_Code', 'Receivable', 'Overdue', 'As_Of']],
  },
)

/**
 * Who looks after a customer, from a day on and, where it is for a time only, until a day. The days of one customer never
 * overlap: for every day there is one answer, or none.
 */
export const assignment = entity(
  'assignment',
  ['Assignment', 'Assignments'],
  {
    Customer_Code: ref('Customer Code', 'customer.Customer_Code'),
    From_Day: date('From Day'),
    Until_Day: date('Until Day', optional),
    Employee_Number: ref('Employee Number', 'employee.employeeNumber'),
    Remarks: text('Remarks', optional),
  },
  {
    key: ['Customer_Code', 'From_Day'],
    sortedBy: 'Customer_Code',
    indexed: [
      ['Employee_Number', 'Until_Day', 'From_Day', 'Customer_Code'],
      ['Customer_Code', 'From_Day', 'Until_Day', 'Employee_Number'],
    ],
  },
)

/** Where a customer is found, beside the address. */
export const customerPlace = entity(
  'customerPlace',
  ['Customer Place', 'Customer Places'],
  {
    Customer_Code: ref('Customer Code', 'customer.Customer_Code'),
    Place: place('Place'),
  },
  { key: 'Customer_Code' },
)

/** Where a city lies: good enough for a customer whose own place is not known. */
export const cityPlace = entity(
  'cityPlace',
  ['City Place', 'City Places'],
  {
    City_Code: ref('City Code', 'city.City_Code'),
    Place: place('Place'),
  },
  { key: 'City_Code' },
)
