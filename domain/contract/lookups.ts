/** The seed's look-ups: which fields of which entity, under which names. Each answers without repeats. */
export interface LookupRow {
  path: string
  entity: string
  /** Name in the answer → field of the entity. */
  fields: Record<string, string>
}

const under = (word: string, entity: string, ...fields: string[]): LookupRow => ({
  path: `/api/form/${word}`,
  entity,
  fields: Object.fromEntries(fields.map((name) => [name, name])),
})

export const objectLookups: readonly LookupRow[] = [
  under('countryCodes', 'country', 'Country_Code', 'Country_Name'),
  under('zoneCodes', 'zone', 'Zone_Code'),
  under('stateCodes', 'state', 'State_Code'),
  under('poolCodes', 'pool', 'Pool_Code'),
  under('stationCodes', 'station', 'Station_Code'),
  under('cityCodes', 'city', 'City_Code'),
  under('companyCodes', 'company', 'Company_Code'),
  // What may be reported to is any branch, so both names carry its code.
  {
    path: '/api/form/reportingBranchCodes',
    entity: 'branch',
    fields: { Reporting_Branch: 'Branch_Code', Branch_Code: 'Branch_Code' },
  },
  under('branchCodes', 'branch', 'Branch_Code'),
  under('functionCodes', 'jobFunction', 'Function_Code'),
  under('functionNames', 'jobFunction', 'Function_Name'),
  under('functionalLevelCodes', 'functionalLevel', 'Functional_Level_Code'),
  under('roleCodes', 'role', 'Role_Code'),
  under('roleNames', 'role', 'Role_Name'),
  under('cropNames', 'crop', 'Crop_Name'),
  under('cropTypes1', 'crop', 'Crop_Type1'),
  under('cropTypes2', 'crop', 'Crop_Type2'),
  under('cropTypes3', 'crop', 'Crop_Type3'),
  under('cropGrades', 'crop', 'Crop_Grade'),
  under('cropQualities', 'crop', 'Crop_Quality'),
  under('seasonCodes', 'season', 'Season_Code'),
  under('soilCodes', 'soil', 'Soil_Code'),
  under('cropCodes', 'crop', 'Crop_Code'),
]

/** These answer with bare strings. */
export const stringLookups: readonly { path: string; entity: string; field: string }[] = [
  { path: '/api/crop-material-mapping/cropCodes', entity: 'crop', field: 'Crop_Code' },
  { path: '/api/crop-material-mapping/materialCodes', entity: 'material', field: 'materialCode' },
]

/** The lists of the customer form, in one answer; each is the field its Customer field refers to. */
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
