// Apart from the declaration, because the field screens need nothing else of it.

/** What a dose is measured in, as it is written on labels and in recommendations. */
export const doseUnits = [
  'kg per acre',
  'g per acre',
  'litre per acre',
  'ml per acre',
  'kg per hectare',
  'g per hectare',
  'litre per hectare',
  'ml per hectare',
  'g per litre of water',
  'ml per litre of water',
  'g per kg of seed',
  'ml per kg of seed',
] as const
export type DoseUnit = (typeof doseUnits)[number]

/** More than a year before the harvest is a typing error. */
export const maxWaitingDays = 365
