import { t } from '../messages/t.ts'

/** The usual reasons why a planned visit was not made; any other can be typed. */
export const usualReasons = (): Readonly<Record<'missed' | 'cancelled', readonly string[]>> => ({
  missed: [t('Customer was away'), t('Ran out of time'), t('Road or weather'), t('Vehicle trouble')],
  cancelled: [t('Customer asked'), t('No longer needed'), t('Sorted out by phone'), t('Payment dispute')],
})
