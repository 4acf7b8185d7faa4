/** The lookups of the specification: which fields of which entity, under which names. The results are distinct. */
export interface LookupRow {
  path: string
  entity: string
  /** Name in the answer → field of the entity. */
  fields: Record<string, string>
}

const lookup = (word: string, entity: string, ...fields: string[]): LookupRow => ({
  path: `/api/form/${word}`,
  entity,
  fields: Object.fromEntries(fields.map((name) => [name, name])),
})

export const objectLookups: readonly LookupRow[] = [
  lookup('countryCodes', 'country', 'Country_Code', 'Country_Name'),
  lookup('zoneCodes', 'zone', 'Zone_Code'),
  lookup('stateCodes', 'state', 'State_Code'),
  lookup('poolCodes', 'pool', 'Pool_Code'),
  lookup('stationCodes', 'station', 'Station_Code'),
  lookup('cityCodes', 'city', 'City_Code'),
  lookup('companyCodes', 'company', 'Company_Code'),
  // A branch may report to any branch, so both members hold the branch code.
  {
    path: '/api/form/reportingBranchCodes',
    entity: 'branch',
    fields: { Reporting_Branch: 'Branch_Code', Branch_Code: 'Branch_Code' },
  },
  lookup('branchCodes', 'branch', 'Branch_Code'),
  lookup('functionCodes', 'jobFunction', 'Function_Code'),
  lookup('functionNames', 'jobFunction', 'Function_Name'),
  lookup('functionalLevelCodes', 'functionalLevel', 'Functional_Level_Code'),
  lookup('roleCodes', 'role', 'Role_Code'),
  lookup('roleNames', 'role', 'Role_Name'),
  lookup('cropNames', 'crop', 'Crop_Name'),
  lookup('cropTypes1', 'crop', 'Crop_Type1'),
  lookup('cropTypes2', 'crop', 'Crop_Type2'),
  lookup('cropTypes3', 'crop', 'Crop_Type3'),
  lookup('cropGrades', 'crop', 'Crop_Grade'),
  lookup('cropQualities', 'crop', 'Crop_Quality'),
  lookup('seasonCodes', 'season', 'Season_Code'),
  lookup('soilCodes', 'soil', 'Soil_Code'),
  lookup('cropCodes', 'crop', 'Crop_Code'),
]

/** These return arrays of strings instead of objects. */
export const stringLookups: readonly { path: string; entity: string; field: string }[] = [
  { path: '/api/crop-material-mapping/cropCodes', entity: 'crop', field: 'Crop_Code' },
  { path: '/api/crop-material-mapping/materialCodes', entity: 'material', field: 'materialCode' },
]

/** All option lists of the customer form; each is the field that the customer's field refers to. */
export const customerDropdowns = {
  path: '/api/contact24Data/dropdowns',
  entity: 'customer',
  fields: [
    'Currency_Name',
    'GST_Name',
    'State_Code',
    'paymentTermCode',
    'Country_Code',
    'Zone_Code',
    'Pool_Code',
    'Station_Code',
    'City_Code',
    'Soil_Name',
  ],
} as const

export const customerVisitData = {
  path: '/api/contact24Data/filteredData',
  entity: 'customer',
  fields: ['Customer_Name', 'Customer_Code', 'City_Code', 'Visit_In_Days', 'Last_Visited'],
} as const

export const adminTables: readonly { path: string; entity: string }[] = [
  { path: '/api/admin/contacts', entity: 'contactMessage' },
  { path: '/api/admin/contact1', entity: 'country' },
]
