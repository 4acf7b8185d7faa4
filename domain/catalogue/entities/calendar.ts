import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import { date } from '../kinds/date.ts'
import { ref } from '../kinds/ref.ts'
import { text } from '../kinds/text.ts'

/** A day without visits: everywhere, or in one state. */
export const holiday = entity(
  'holiday',
  labels.holiday,
  {
    Holiday_Date: date('Holiday Date'),
    Holiday_Name: text('Holiday Name'),
    State_Code: ref('State Code', 'state.State_Code', { presence: 'optional' }),
  },
  { key: ['Holiday_Date', 'Holiday_Name'], sortedBy: 'Holiday_Date' },
)
