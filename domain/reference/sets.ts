import { currencies } from './currencies.ts'
import { countries } from './countries.ts'
import { gstRates } from './gst-rates.ts'
import { states, zones } from './indian-territory.ts'

type Input = Readonly<Record<string, unknown>>

/** Records of one entity that belong to a set. */
export interface ReferencePart {
  entity: string
  records: readonly Input[]
  /** A record that has the same here is the same one, whatever its code in this firm. */
  alsoKnownBy: string
  /** Fields that are corrected where they differ, when that is wanted: not where a firm has its own ways. */
  compared: readonly string[]
  /** Only those that a record of a later part needs. */
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

/** What the administrator can load; what each is called stands in words.ts, which the browser reads without the lists. */
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
