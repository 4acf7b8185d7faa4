/** The texts of the reference data sets. */
export const referenceWords = [
  {
    id: 'countries',
    title: 'Countries',
    unit: 'countries',
    about: 'The 249 countries of ISO 3166, with both codes and the postal code format',
  },
  { id: 'currencies', title: 'Currencies', unit: 'currencies', about: 'The currencies of ISO 4217' },
  {
    id: 'states',
    title: 'Indian states',
    unit: 'states and zones',
    about: 'The 28 states and 8 union territories, with their GST codes as Ext Code',
  },
  { id: 'gst', title: 'GST rates', unit: 'rates', about: 'The rates in force since 1 February 2026' },
] as const
