/** The outcomes of a visit; a phone call is a visit with another Contact_Mode. */
export const outcomes = ['visited', 'missed', 'cancelled'] as const
export type VisitOutcome = (typeof outcomes)[number]

/** Fields of a visit that a plan has as well. */
const sharedFields = ['Customer_Code', 'Remarks'] as const

/** Fields of a visit that only its outcome has. */
const outcomeFields = [
  'Amount_Receivables',
  'Overdue_Amount',
  'Fixed_Field',
  'Last_Material_Recommended',
  'Feedback',
  'Season_Recommendation',
  'New_Recommended_Crops',
  'New_Recommended_Materials',
  'Next_Visit_Suggested',
  'Visited_On',
  'Contact_Mode',
  'Reason',
  'Balance_As_Of',
  'Last_Crop_Result',
  'Last_Material_Result',
  'Check_In_Place',
  'Photo_ID',
  'Collected_Amount',
  'Collected_Way',
  'Collected_Reference',
  'Promised_Amount',
  'Promised_On',
  'Joined_By',
  'Group_ID',
  'Group_Kind',
  'Group_Title',
  'Attendees',
  'Advice_Details',
  'Advice_Reason',
] as const

/** Plan and visit detail are sent to the same path; these members are only in the visit detail. */
const detailMembers: readonly string[] = [
  ...outcomeFields,
  'Visit_ID',
  'Status',
  'Keep_Customer_Place',
  'Keeps_Plan',
]

export const isDetail = (payload: object): boolean => detailMembers.some((name) => name in payload)

/** The fields of a visit that a payload may have. */
export const visitFields = [...sharedFields, ...outcomeFields, 'Assigned_To'] as const
/** Only a plan has these. */
export const planMembers = ['Assigned_To', 'Moves_Plan'] as const
export const plannedMembers = ['Planned_Date', 'Planned_Time'] as const
/** Sent by the screen but ignored: the server computes them itself. */
export const derivedMembers = ['Last_Visited_Date', 'Recommended_Date', 'Days_Since_Visit_Pending'] as const

/** An empty form field. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
