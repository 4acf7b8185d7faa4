import { entity } from '../entity.ts'
import { choice } from '../kinds/choice.ts'
import { code } from '../kinds/code.ts'
import { date } from '../kinds/date.ts'
import { instant } from '../kinds/instant.ts'
import { longText } from '../kinds/long-text.ts'
import { ref } from '../kinds/ref.ts'
import { refs } from '../kinds/refs.ts'
import { text } from '../kinds/text.ts'

export const visitStatuses = ['planned', 'visited', 'missed', 'cancelled', 'unassigned'] as const

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
  },
  { key: 'Visit_ID', sortedBy: 'Visit_ID', large: true, indexed: ['Status', 'Planned_At', 'Visited_On'] },
)
