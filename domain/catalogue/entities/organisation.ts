import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { ref } from '../kinds/ref.ts'
import { refs } from '../kinds/refs.ts'
import { text } from '../kinds/text.ts'
import { retirement } from './retirement.ts'

/** Company and branch have the same address fields, with their own prefix. */
const address = (
  owner: 'Company' | 'Branch',
  firstLine: Field,
  secondLine: Field,
): Record<string, Field> => ({
  [`${owner}_Address_Line1`]: firstLine,
  [`${owner}_Address_Line2`]: secondLine,
  Street: text('Street', { presence: 'optional' }),
  Area_Village: text('Area / Village'),
  City_Code: ref('City Code', 'city.City_Code'),
  State_Code: ref('State Code', 'state.State_Code'),
  Country_Code: ref('Country Code', 'country.Country_Code'),
  Pincode: text('Pincode', { max: 32, advice: 'pincode' }),
  GST_No: text('GST No', { presence: 'optional', max: 32, advice: 'gstin' }),
})

export const company = entity(
  'company',
  labels.company,
  {
    Company_Code: text('Company Code'),
    Company_Name: text('Company Name'),
    ...address(
      'Company',
      text('Company Address Line 1'),
      text('Company Address Line 2', { presence: 'optional' }),
    ),
    ...retirement,
  },
  { key: 'Company_Code' },
)

export const branch = entity(
  'branch',
  labels.branch,
  {
    Company_Code: ref('Company Code', 'company.Company_Code', { parent: true }),
    Reporting_Branch: ref('Reporting Branch', 'branch.Branch_Code', { presence: 'optional' }),
    Branch_Code: text('Branch Code'),
    Branch_Name: text('Branch Name'),
    ...address(
      'Branch',
      text('Branch Address Line 1'),
      text('Branch Address Line 2', { presence: 'optional' }),
    ),
    ...retirement,
  },
  { key: ['Company_Code', 'Branch_Code'] },
)

export const functionalLevel = entity(
  'functionalLevel',
  labels.functionalLevel,
  {
    Functional_Level_Code: text('Functional Level Code', { max: 10, whenWrong: 'cut' }),
    Functional_Level_Name: text('Functional Level Name'),
    ...retirement,
  },
  { key: 'Functional_Level_Code' },
)

export const jobFunction = entity(
  'jobFunction',
  labels.jobFunction,
  {
    Company_Code: ref('Company Code', 'company.Company_Code', { parent: true }),
    Branch_Code: ref('Branch Code', 'branch.Branch_Code', { parent: true }),
    Function_Code: text('Function Code'),
    Function_Name: text('Function Name'),
    ...retirement,
  },
  { key: ['Company_Code', 'Branch_Code', 'Function_Code'] },
)

export const industry = entity(
  'industry',
  labels.industry,
  { Industry_Code: text('Industry Code'), Industry_Name: text('Industry Name'), ...retirement },
  { key: 'Industry_Code' },
)

export const application = entity(
  'application',
  labels.application,
  {
    Company_Code: ref('Company Code', 'company.Company_Code'),
    Branch_Code: ref('Branch Code', 'branch.Branch_Code'),
    Appl_Code: text('Application Code'),
    Appl_Name: text('Application Name'),
    Module_Code: text('Module Code'),
    Module_Name: text('Module Name'),
    Submodule_Code: text('Submodule Code'),
    Submodule_Name: text('Submodule Name'),
    Process_Code: text('Process Code', { advice: 'screen' }),
    Process_Name: text('Process Name'),
    Function_Codes: refs('Function Codes', 'jobFunction.Function_Code'),
    Function_Names: refs('Function Names', 'jobFunction.Function_Name', { pairedWith: 'Function_Codes' }),
    ...retirement,
  },
  {
    key: ['Company_Code', 'Branch_Code', 'Appl_Code', 'Module_Code', 'Submodule_Code', 'Process_Code'],
    sortedBy: 'Appl_Code',
  },
)
