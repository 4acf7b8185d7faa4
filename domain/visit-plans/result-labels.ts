import type { PlanResult } from './plan-results.ts'
import { t } from '../messages/t.ts'

/** The names of the results on screens and in files. */
export const resultLabels = (): Record<PlanResult | 'unplanned', string> => ({
  onDay: t('On the day'),
  early: t('Earlier'),
  late: t('Later'),
  moved: t('Moved'),
  missed: t('Missed'),
  cancelled: t('Cancelled'),
  noResult: t('Without a result'),
  ahead: t('Still ahead'),
  unplanned: t('Outside the plan'),
})
