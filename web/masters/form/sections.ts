import { t } from '#domain/messages/t.ts'

/** A group of fields under one heading. */
export interface Section {
  legend: string
  fields: readonly string[]
}

const address = (...lines: string[]): Section => ({
  legend: t('Address'),
  fields: [...lines, 'Street', 'Area_Village', 'City_Code', 'State_Code', 'Country_Code', 'Pincode'],
})

/**
 * Sections of long forms; within a section the fields keep the order of the specification. Other entities show their
 * fields in the order of the declaration.
 */
export const sectionsOf = (): Readonly<Record<string, readonly Section[]>> => ({
  company: [
    { legend: t('Company'), fields: ['Company_Code', 'Company_Name', 'GST_No'] },
    address('Company_Address_Line1', 'Company_Address_Line2'),
  ],
  branch: [
    {
      legend: t('Branch'),
      fields: ['Company_Code', 'Reporting_Branch', 'Branch_Code', 'Branch_Name', 'GST_No'],
    },
    address('Branch_Address_Line1', 'Branch_Address_Line2'),
  ],
  customer: [
    {
      legend: t('Customer'),
      fields: [
        'Customer_Code',
        'Type',
        'Primary_Contact',
        'Customer_Name',
        'Local_Name',
        'Customer_Email',
        'Customer_Phone',
        'Erp_Code',
      ],
    },
    {
      legend: t('Location'),
      fields: [
        'State_Code',
        'Country_Code',
        'Zone_Code',
        'Pool_Code',
        'Station_Code',
        'City_Code',
        'Street',
        'Pin_Code',
        'Soil_Name',
      ],
    },
    {
      legend: t('Tax and payment'),
      fields: [
        'Currency_Name',
        'GST_Name',
        'PAN',
        'Tax_Preference',
        'paymentTermCode',
        'Credit_Limit',
        'GSTIN',
      ],
    },
    { legend: t('Visits'), fields: ['Visit_In_Days', 'Last_Visited', 'Last_Visit_ID'] },
  ],
  employee: [
    { legend: t('Employee'), fields: ['employeeNumber', 'type', 'name', 'userId', 'email', 'phone'] },
    {
      legend: t('Location'),
      fields: [
        'countryCode',
        'zoneCode',
        'stateCode',
        'poolCode',
        'stationCode',
        'cityCode',
        'street',
        'pincode',
      ],
    },
  ],
  staffUser: [
    {
      legend: t('User'),
      fields: ['User_Id', 'Employee_Code', 'Employee_Name', 'Emp_Mobile_No', 'Emp_Mail_Id'],
    },
    {
      legend: t('Organisation'),
      fields: ['Company_Code', 'Branch_Code', 'Function_Codes', 'Functional_Level_Code'],
    },
    { legend: t('Reports to'), fields: ['Admin_Rpt_Manager_Code', 'Function_Rpt_Manager_Code'] },
  ],
  application: [
    { legend: t('Organisation'), fields: ['Company_Code', 'Branch_Code'] },
    {
      legend: t('Application'),
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
    { legend: t('Functions'), fields: ['Function_Codes', 'Function_Names'] },
  ],
})
