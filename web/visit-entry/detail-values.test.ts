import { describe, expect, it } from 'vitest'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { bodyOf, initialValues, outcomes, seenPlanOf } from './detail-values.ts'

/** Section 3 of the specification. */
const detailKeys =
  'Last_Visited_Date Days_Since_Visit_Pending Planned_Date Planned_Time Remarks Amount_Receivables Overdue_Amount Fixed_Field Last_Material_Recommended Feedback Season_Recommendation New_Recommended_Crops New_Recommended_Materials Next_Visit_Suggested'.split(
    ' ',
  )

const planned: VisitPlan = {
  Customer_ID: '01930000-0000-7000-8000-000000000001',
  Customer_Code: 'C1',
  Customer_Name: 'Ramesh Patel',
  Local_Name: null,
  Customer_Phone: '+91 5550 0111',
  Street: 'Market Road',
  City_Code: 'AND',
  Pin_Code: '388001',
  Visit_In_Days: 15,
  Last_Visited: null,
  Recommended_Date: '2026-11-15',
  Days_Since_Visit_Pending: 1,
  Plan: {
    Visit_ID: 'V000007',
    version: 1,
    Planned_At: '2026-11-15T04:30:00.000Z',
    Remarks: null,
    Assigned_To: null,
  },
  Balance: null,
  Credit_Limit: null,
  Employee: null,
}
const clock = { today: '2026-11-15', timeZone: 'Asia/Kolkata' }
/** Keys the product adds to the payload of the specification. */
const additions = ['Status', 'Contact_Mode', 'Visited_On', 'Reason']

describe('the visit detail payload', () => {
  it.each(outcomes)('has the 14 keys of the specification: %s', (Outcome) => {
    const effectiveValues = {
      ...initialValues('2026-11-15'),
      Outcome,
      Reason: Outcome === 'cancelled' ? 'Away' : '',
    }
    const input = { effectiveValues, keepsPlan: false, clock, last: undefined, photoId: '', lines: [] }
    for (const plan of [planned, { ...planned, Plan: null }]) {
      const keys = Object.keys(bodyOf({ ...input, plan }))
      expect(detailKeys).toHaveLength(14)
      expect(keys).toEqual(expect.arrayContaining(detailKeys))
      expect(keys.filter((key) => !detailKeys.includes(key) && !additions.includes(key))).toEqual([])
      const seen = seenPlanOf({ plan, keepsPlan: false })
      expect(seen).toEqual(plan.Plan && { Visit_ID: 'V000007', version: 1 })
      expect(seenPlanOf({ plan, keepsPlan: true })).toBeNull()
    }
  })
})
