import { gujaratCustomers } from './customers-gujarat.ts'
import { maharashtraCustomers } from './customers-maharashtra.ts'
import { sampleGstin, sampleMail, samplePan, samplePhone } from '../numbers.ts'
import { filled, listed, readTable } from '#domain/reference/table.ts'
import { cities, cityCode, stationCode } from '../territory/territory.ts'
import { gstName } from '#domain/reference/gst-rates.ts'

const columns = [
  'number',
  'type',
  'contact',
  'name',
  'holder',
  'station',
  'city',
  'street',
  'pin',
  'soil',
  'every',
  'term',
  'gst',
  'visits',
  'plan',
] as const

const lines = [...gujaratCustomers.trim().split('\n'), ...maharashtraCustomers.trim().split('\n')]
const rows = readTable(columns, lines.toSorted().join('\n'))

type Row = (typeof rows)[number]

const codeOf = (row: Row): string => `C${filled(row.number)}`

/** The customer records before any visit; the visits fill in the last visit. */
export const customers = rows.map((row, at) => {
  const name = filled(row.name)
  const isBusiness = row.type === 'b'
  const pan = row.holder && samplePan(100 + at, row.holder, panName(row))
  const city = cityCode(filled(row.city))
  return {
    Customer_Code: codeOf(row),
    Type: isBusiness ? 'business' : 'individual',
    Primary_Contact: row.contact,
    Customer_Name: name,
    Currency_Name: 'Indian Rupee',
    Customer_Email: sampleMail(filled(row.contact), isBusiness ? 'agro' : 'mail'),
    Customer_Phone: samplePhone(1000 + at),
    GST_Name: gstName(filled(row.gst)),
    PAN: pan,
    Tax_Preference: row.gst === '0' ? 'non taxable' : 'taxable',
    paymentTermCode: row.term,
    Station_Code: stationCode(filled(row.station)),
    City_Code: city,
    Street: row.street,
    Pin_Code: row.pin,
    Soil_Name: row.soil,
    Visit_In_Days: Number(row.every),
    // The ERP code is assigned with the first bill, which customers never visited do not have.
    Erp_Code: row.visits && `TL-${filled(row.number)}`,
    GSTIN: isBusiness && pan ? sampleGstin(stateOf(city), pan) : null,
  }
})

function stateOf(city: string): string {
  return filled(cities.find(({ City_Code }) => City_Code === city)?.State_Code ?? null)
}

/** A person's PAN contains the first letter of the surname, even if the shop has another name. */
function panName(row: Row): string {
  return row.holder === 'P' ? filled(row.contact).split(' ').at(-1)! : filled(row.name)
}

const closedStatuses = ['missed', 'cancelled'] as const

interface SamplePlan {
  status: 'planned' | (typeof closedStatuses)[number]
  /** Days from today; negative is past. */
  inDays: number
  time: string
}

export interface VisitedCustomer {
  code: string
  soil: string
  isBusiness: boolean
  every: number
  /** Days ago, longest ago first. */
  visits: number[]
  plan: SamplePlan | null
}

export const visitedCustomers: readonly VisitedCustomer[] = rows.map((row) => ({
  code: codeOf(row),
  soil: filled(row.soil),
  isBusiness: row.type === 'b',
  every: Number(row.every),
  visits: listed(row.visits).map(Number),
  plan: row.plan === null ? null : readPlan(row.plan),
}))

function readPlan(text: string): SamplePlan {
  const match = /^(?:(missed|cancelled) )?([+-]\d+) (\d\d:\d\d)$/.exec(text)
  if (!match) throw new Error(`"${text}" is not a valid plan of the sample firm`)
  return {
    status: closedStatuses.find((each) => each === match[1]) ?? 'planned',
    inDays: Number(match[2]),
    time: match[3]!,
  }
}
