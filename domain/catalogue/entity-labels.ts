import { kebabCase } from '../text.ts'

/** The labels of every entity, singular and plural. Apart from the declarations, because most screens need nothing else of them. */
export const labels = {
  country: ['Country', 'Countries'],
  zone: ['Zone', 'Zones'],
  state: ['State', 'States'],
  pool: ['Pool', 'Pools'],
  station: ['Station', 'Stations'],
  city: ['City', 'Cities'],
  company: ['Company', 'Companies'],
  branch: ['Branch', 'Branches'],
  functionalLevel: ['Functional Level', 'Functional Levels'],
  jobFunction: ['Function', 'Functions'],
  industry: ['Industry', 'Industries'],
  role: ['Role', 'Roles'],
  staffUser: ['User', 'Users'],
  userRole: ['User Role', 'User Roles'],
  application: ['Application', 'Applications'],
  currency: ['Currency', 'Currencies'],
  gst: ['GST', 'GST'],
  crop: ['Crop', 'Crops'],
  cropLot: ['Crop Lot', 'Crop Lots'],
  soil: ['Soil', 'Soils'],
  season: ['Season', 'Seasons'],
  material: ['Material', 'Materials'],
  paymentTerm: ['Payment Term', 'Payment Terms'],
  customer: ['Customer', 'Customers'],
  employee: ['Employee', 'Employees'],
  cropSoilSeasonMapping: ['Crop Soil Season Mapping', 'Crop Soil Season Mappings'],
  cropMaterialMapping: ['Crop Material Mapping', 'Crop Material Mappings'],
  contactMessage: ['Contact Message', 'Contact Messages'],
  service: ['Service', 'Services'],
  visit: ['Visit', 'Visits'],
  balance: ['Balance', 'Balances'],
  assignment: ['Assignment', 'Assignments'],
  holiday: ['Holiday', 'Holidays'],
  customerPlace: ['Customer Place', 'Customer Places'],
  customerLicence: ['Customer Licence', 'Customer Licences'],
  cityPlace: ['City Place', 'City Places'],
  workingTime: ['Working Time', 'Working Times'],
  leave: ['Leave', 'Leaves'],
  workPlan: ['Work Plan', 'Work Plans'],
  workPlanStop: ['Work Plan Stop', 'Work Plan Stops'],
} as const

/** An entity without its fields. */
export interface EntityLabels<N extends string = string> {
  name: N
  /** "Zone", "Zones" */
  singular: string
  plural: string
  /** Its path under /api/v1. */
  path: string
}

export const labelled = <N extends string>(
  name: N,
  [singular, plural]: readonly [string, string],
): EntityLabels<N> => ({ name, singular, plural, path: kebabCase(plural) })

export const entityLabels: readonly EntityLabels[] = Object.entries(labels).map(([name, both]) =>
  labelled(name, both),
)

export function labelsOf<N extends keyof typeof labels>(name: N): EntityLabels<N>
export function labelsOf(name: string): EntityLabels
export function labelsOf(name: string): EntityLabels {
  const found = entityLabels.find((each) => each.name === name)
  if (!found) throw new Error(`No entity is named ${name}`)
  return found
}
