import { t } from '#domain/messages/t.ts'
/** A group of fields under one heading. */
export interface Section {
  legend: string
  fields: readonly string[]
}

const location = (...fields: string[]): Section => ({ legend: t('Location'), fields })

const address = (owner: 'Company' | 'Branch'): Section => ({
  legend: t('Address'),
  fields: [
    `${owner}_Address_Line1`,
    `${owner}_Address_Line2`,
    t('Street'),
    'Area_Village',
    'City_Code',
    'State_Code',
    'Country_Code',
    t('Pincode'),
  ],
})

/**
 * Sections of long forms; within a section the fields keep the order of the specification. Other entities show their
 * fields in the order of the declaration.
 */
export const sectionsOf: Readonly<Record<string, readonly Section[]>> = {
  company: [{ legend: 'Company', fields: ['Company_Code', 'Company_Name', 'GST_No'] }, address('Company')],
  branch: [
    {
      legend: 'Branch',
      fields: ['Company_Code', 'Reporting_Branch', 'Branch_Code', 'Branch_Name', 'GST_No'],
    },
    address('Branch'),
  ],
  customer: [
    {
      legend: 'Customer',
      fields: [
        'Customer_Code',
        'Type',
        'Primary_Contact',
        'Customer_Name',
        'Customer_Email',
        'Customer_Phone',
        'Erp_Code',
      ],
    },
    location(
      'State_Code',
      'Country_Code',
      'Zone_Code',
      'Pool_Code',
      'Station_Code',
      'City_Code',
      'Street',
      'Pin_Code',
      'Soil_Name',
    ),
    {
      legend: 'Tax and payment',
      fields: ['Currency_Name', 'GST_Name', 'PAN', 'Tax_Preference', 'paymentTermCode'],
    },
    { legend: 'Visits', fields: ['Visit_In_Days', 'Last_Visited', 'Last_Visit_ID'] },
  ],
  employee: [
    { legend: 'Employee', fields: ['employeeNumber', 'type', 'name', 'userId', 'email', 'phone'] },
    location(
      'countryCode',
      'zoneCode',
      'stateCode',
      'poolCode',
      'stationCode',
      'cityCode',
      'street',
      'pincode',
    ),
  ],
  staffUser: [
    {
      legend: 'User',
      fields: ['User_Id', 'Employee_Code', 'Employee_Name', 'Emp_Mobile_No', 'Emp_Mail_Id'],
    },
    {
      legend: 'Organisation',
      fields: ['Company_Code', 'Branch_Code', 'Function_Codes', 'Functional_Level_Code'],
    },
    { legend: 'Reports to', fields: ['Admin_Rpt_Manager_Code', 'Function_Rpt_Manager_Code'] },
  ],
  application: [
    { legend: 'Organisation', fields: ['Company_Code', 'Branch_Code'] },
    {
      legend: 'Application',
      fields: [
        'Appl_Code',
        'Appl_Name',
        'Module_Code',
        'Module_Name',
        'Submodule_Code',
        'Submodule_Name',
        'Process_Code',
        'Process_Name',
      ],
    },
    { legend: 'Functions', fields: ['Function_Codes', 'Function_Names'] },
  ],
}
