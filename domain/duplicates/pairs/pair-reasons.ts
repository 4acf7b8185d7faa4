import { t } from '../../messages/t.ts'

/** What two customers have in common, the strongest first. */
export const pairReasons = [
  'pan',
  'gstin',
  'phone',
  'email',
  'name',
  'contact',
  'city',
  'pincode',
  'station',
] as const

export type PairReason = (typeof pairReasons)[number]

/** The reasons by which pairs are filtered; a place alone is no reason. */
export const filterReasons = ['phone', 'pan', 'gstin', 'email', 'name', 'contact'] as const

export function describeReason(reason: PairReason): string {
  switch (reason) {
    case 'pan':
      return t('same PAN')
    case 'gstin':
      return t('same GSTIN')
    case 'phone':
      return t('same phone')
    case 'email':
      return t('same e-mail')
    case 'name':
      return t('similar name')
    case 'contact':
      return t('contact person similar to the name')
    case 'city':
      return t('same city')
    case 'pincode':
      return t('same PIN code')
    case 'station':
      return t('same station')
  }
}
