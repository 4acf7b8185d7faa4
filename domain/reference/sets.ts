import { currencies } from './currencies.ts'
import { countries } from './countries.ts'
import { gstRates } from './gst-rates.ts'
import { states, zones } from './indian-territory.ts'

type Input = Readonly<Record<string, unknown>>

/** The records of one entity in a set. */
export interface ReferencePart {
  entity: string
  records: readonly Input[]
  /** A stored record with the same value in this field is the same one, whatever its code. */
  alsoKnownBy: string
  /** Fields that are corrected on request when they differ; others are left to the firm. */
  compared: readonly string[]
  /** Adds only the records that a later part refers to. */
  isSupport?: true
}

export interface ReferenceSet {
  id: string
  parts: readonly ReferencePart[]
}

const countryFields = [
  'Country_Name',
  'Iso_Code',
  'Iso_Code_3char',
  'Postal_Code',
  'Eu_Country',
  'Country_Shortname',
]
const country: ReferencePart = {
  entity: 'country',
  records: countries,
  alsoKnownBy: 'Iso_Code',
  compared: countryFields,
}

/** The sets an administrator can load; their texts are in words.ts, which the browser loads without the data. */
export const referenceSets: readonly ReferenceSet[] = [
  { id: 'countries', parts: [country] },
  {
    id: 'currencies',
    parts: [
      { entity: 'currency', records: currencies, alsoKnownBy: 'Currency_Name', compared: ['Currency_Name'] },
    ],
  },
  {
    id: 'states',
    parts: [
      { ...country, compared: [], isSupport: true },
      { entity: 'zone', records: zones, alsoKnownBy: 'Zone_Name', compared: [], isSupport: true },
      { entity: 'state', records: states, alsoKnownBy: 'State_Name', compared: ['State_Name', 'Ext_Code'] },
    ],
  },
  {
    id: 'gst',
    parts: [{ entity: 'gst', records: gstRates, alsoKnownBy: 'GST_Name', compared: ['GST_Name'] }],
  },
]
