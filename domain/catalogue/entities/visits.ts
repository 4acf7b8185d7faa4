import { labels } from '../entity-labels.ts'
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
import {
  adviceResults,
  contactModes,
  groupKinds,
  licenceKinds,
  paymentWays,
  promiseStates,
  visitStatuses,
} from './visit-choices.ts'

const optional = { presence: 'optional' } as const
/** More than anyone pays at one visit: a typing error. */
const maxCollected = 1_000_000_000

/** A visit from plan to outcome. A visit without a known customer is `unassigned` until one is chosen. */
export const visit = entity(
  'visit',
  labels.visit,
  {
    Visit_ID: code('Visit ID', 'V', 6),
    Customer_Code: ref('Customer Code', 'customer.Customer_Code', optional),
    Status: choice('Status', visitStatuses),
    Planned_At: instant('Planned At', optional),
    Remarks: longText('Remarks', optional),
    Visited_On: date('Visited On', optional),
    // The text the screen showed at the visit, stored as evidence and never computed with.
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
    // The position in the day route, when it was set by hand.
    Stop_Order: number('Stop Order', { ...optional, min: 1, max: 999 }),
    Contact_Mode: choice('Contact Mode', contactModes, optional),
    Reason: text('Reason', optional),
    Balance_As_Of: date('Balance As Of', optional),
    Last_Crop_Result: choice('Last Crop Result', adviceResults, optional),
    Last_Material_Result: choice('Last Material Result', adviceResults, optional),
    Check_In_Place: place('Check In Place', optional),
    Photo_ID: text('Photo ID', { ...optional, max: 36 }),
    // Days between the visit and its recording, when above the configured limit; computed on save.
    Days_Late: number('Days Late', { ...optional, min: 1, max: 200_000 }),
    // The reference that the phone showed when the visit was recorded, for every search later.
    Reference: text('Reference', { ...optional, max: 9, hyphenated: true }),
    // What the customer paid at the visit, and promised to pay; the balance follows the firm's accounts only.
    Collected_Amount: amount('Collected Amount', { ...optional, min: 0.01, max: maxCollected }),
    Collected_Way: choice('Collected By', paymentWays, optional),
    Collected_Reference: text('Collected Reference', optional),
    Promised_Amount: amount('Promised Amount', { ...optional, min: 0.01, max: maxCollected }),
    Promised_On: date('Promised On', optional),
    // Computed from what the accounts say.
    Promise_State: choice('Promise State', promiseStates, optional),
    // The day of a visit with a collection or a promise, by which they are listed; computed on save.
    Money_On: date('Money On', optional),
    // The first day that was not kept, when the plan was moved on its day or later; computed on save.
    Moved_From: instant('Moved From', optional),
    // Further employees who took part in the visit.
    Joined_By: refs('Joined By', 'employee.employeeNumber', optional),
    // The same for all customers of one meeting (docs/decisions/082).
    Group_ID: text('Group ID', { ...optional, max: 9, hyphenated: true }),
    Group_Kind: choice('Group Kind', groupKinds, optional),
    Group_Title: text('Group Title', optional),
    // How many people came, whether they are customers or not.
    Attendees: number('Attendees', { ...optional, min: 1, max: 100_000 }),
    // The doses that were shown, a line for each material and crop (domain/advice/details.ts), and why advice was given despite a warning.
    Advice_Details: longText('Advice Details', optional),
    Advice_Reason: text('Advice Reason', optional),
  },
  {
    key: 'Visit_ID',
    sortedBy: 'Visit_ID',
    large: true,
    statesFacts: true,
  },
)

/** What a customer owes on a day, according to the firm's accounts. Its history is the balance over time. */
export const balance = entity(
  'balance',
  labels.balance,
  {
    Customer_Code: ref('Customer Code', 'customer.Customer_Code'),
    As_Of: date('As Of'),
    Receivable: amount('Receivable'),
    Overdue: amount('Overdue'),
  },
  {
    key: 'Customer_Code',
    statesFacts: true,
  },
)

/**
 * The owner of a customer from a day on and, if temporary, until a day. The periods of a customer never overlap: every
 * day has one owner, or none.
 */
export const assignment = entity(
  'assignment',
  labels.assignment,
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
  },
)

/** The coordinates of a customer. */
export const customerPlace = entity(
  'customerPlace',
  labels.customerPlace,
  {
    Customer_Code: ref('Customer Code', 'customer.Customer_Code'),
    Place: place('Place'),
  },
  { key: 'Customer_Code', statesFacts: true },
)

/** A licence of a customer to sell seeds, fertilisers or pesticides; a renewal with another number is another licence. */
export const customerLicence = entity(
  'customerLicence',
  labels.customerLicence,
  {
    Customer_Code: ref('Customer Code', 'customer.Customer_Code'),
    Kind: choice('Licence Kind', licenceKinds),
    Licence_Number: text('Licence Number', { max: 64 }),
    Issued_By: text('Issued By', optional),
    Valid_From: date('Valid From', optional),
    // Without one, it does not expire.
    Valid_Until: date('Valid Until', optional),
  },
  { key: ['Customer_Code', 'Kind', 'Licence_Number'], sortedBy: 'Valid_Until', statesFacts: true },
)

/** The coordinates of a city, used for customers without their own. */
export const cityPlace = entity(
  'cityPlace',
  labels.cityPlace,
  {
    City_Code: ref('City Code', 'city.City_Code'),
    Place: place('Place'),
  },
  { key: 'City_Code', statesFacts: true },
)
