/** The sets of reference data, in words. */
export const referenceWords = [
  {
    id: 'countries',
    name: 'Countries',
    unit: 'countries',
    about: 'The 249 countries of ISO 3166, with both codes and how postal codes look',
  },
  { id: 'currencies', name: 'Currencies', unit: 'currencies', about: 'The currencies of ISO 4217' },
  {
    id: 'states',
    name: 'Indian states',
    unit: 'states and zones',
    about: 'The 28 states and 8 union territories, with their GST codes as Ext Code',
  },
  { id: 'gst', name: 'GST rates', unit: 'rates', about: 'The rates in force since 1 February 2026' },
] as const

/** What loading a set would do, or has done, in this firm. */
export interface ReferencePlan {
  set: string
  /** How many are as they should be. */
  same: number
  /** What would be added, by name. */
  add: string[]
  /** What differs, each as "India (IN): ISO Code XX instead of IN". */
  differ: string[]
}

export interface ReferenceReport {
  added: number
  corrected: number
  /** What could not be corrected, and why. */
  left: string[]
  /** Takes all of it back; null: nothing was done. */
  batchId: string | null
}
