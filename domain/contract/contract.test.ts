import { describe, expect, it } from 'vitest'
import { catalogue, entityNamed } from '../catalogue/catalogue.ts'
import { localNameField } from '../catalogue/names/local-name.ts'
import { forms } from './forms.ts'
import { lastCodeLookups } from './last-codes.ts'
import { adminTables, customerDropdowns, customerVisitData, objectLookups, stringLookups } from './lookups.ts'
import { messagesOf } from './messages.ts'
import { submitPathOf } from './submit-paths.ts'

/** Section 3 of docs/specification.md, as written there. */
const specifiedFields: Record<string, string> = {
  contactMessage: 'username email material quantity date message',
  country: 'Country_Code Country_Name Postal_Code Iso_Code Iso_Code_3char Eu_Country Country_Shortname',
  zone: 'Zone_Code Zone_Name Country_Code',
  state: 'State_Code State_Name Zone_Code Ext_Code',
  pool: 'Pool_Code Pool_Name State_Code',
  station: 'Station_Code Station_Name Pool_Code',
  city: 'City_Code City_Name Country_Code State_Code',
  company:
    'Company_Code Company_Name Company_Address_Line1 Company_Address_Line2 Street Area_Village City_Code State_Code Country_Code Pincode GST_No',
  branch:
    'Company_Code Reporting_Branch Branch_Code Branch_Name Branch_Address_Line1 Branch_Address_Line2 Street Area_Village City_Code State_Code Country_Code Pincode GST_No',
  functionalLevel: 'Functional_Level_Code Functional_Level_Name',
  jobFunction: 'Company_Code Branch_Code Function_Code Function_Name',
  industry: 'Industry_Code Industry_Name',
  staffUser:
    'User_Id Company_Code Branch_Code Function_Codes Employee_Code Employee_Name Emp_Mobile_No Emp_Mail_Id Functional_Level_Code Admin_Rpt_Manager_Code Function_Rpt_Manager_Code',
  role: 'Role_Code Role_Name',
  userRole: 'Employee_Code Employee_Name Company_Code Branch_Code Function_Code Role_Code Role_Name',
  application:
    'Company_Code Branch_Code Appl_Code Appl_Name Module_Code Module_Name Submodule_Code Submodule_Name Process_Code Process_Name Function_Codes Function_Names',
  currency: 'Currency_Code Currency_Name',
  gst: 'GST_Code GST_Name',
  crop: 'Crop_Code Crop_Name Crop_Type1 Crop_Type2 Crop_Type3 Crop_Grade Crop_Quality',
  cropLot:
    'Crop_Name Crop_Type1 Crop_Type2 Crop_Type3 Crop_Grade Crop_Quality Crop_Lot_Number Date_Of_Reaping',
  soil: 'Soil_Code Soil_Name',
  season: 'Season_Code Season_Name',
  material: 'materialCode materialType materialName',
  paymentTerm: 'paymentTermCode paymentTermName paymentTermDays',
  customer:
    'Customer_Code Type Primary_Contact Customer_Name Currency_Name Customer_Email Customer_Phone GST_Name State_Code PAN Tax_Preference paymentTermCode Country_Code Zone_Code Pool_Code Station_Code City_Code Street Pin_Code Soil_Name Visit_In_Days Last_Visited Last_Visit_ID Erp_Code',
  cropSoilSeasonMapping: 'Crop_Code Season_Code Soil_Code',
  cropMaterialMapping: 'Crop_Code Material_Code',
  employee:
    'employeeNumber type name userId email phone countryCode zoneCode stateCode poolCode stationCode cityCode street pincode',
  service: 'service provider price description',
}

/** Optional fields after those of the specification (decision 079); the second names are tested below. */
const additions: Record<string, string> = {
  customer: 'Credit_Limit GSTIN',
  cropLot: 'Customer_Code',
  material: 'Banned_From Ban_Reason',
  cropMaterialMapping: 'Dose Dose_Unit Timing Waiting_Days Source Banned_From Ban_Reason',
}
const isAddition = (entity: string, field: string): boolean =>
  field === localNameField || (additions[entity]?.split(' ').includes(field) ?? false)

describe('the catalogue and the specification', () => {
  it.each(Object.entries(specifiedFields))(
    '%s has the fields of the specification, by name and in order',
    (name, names) => {
      const fields = Object.entries(entityNamed(name).fields)
        .filter(([field, { byAction }]) => field !== localNameField && !byAction)
        .map(([field]) => field)
      const added = additions[name]?.split(' ') ?? []
      expect(fields).toEqual([...names.split(' '), ...added])
      for (const field of added) expect(entityNamed(name).fields[field]!.presence).toBe('optional')
    },
  )

  it('adds only a second name, after the name of places, crops, soils, seasons, materials and customers', () => {
    const before = catalogue.flatMap(({ fields }) => {
      const names = Object.keys(fields)
      return names.includes(localNameField) ? [names[names.indexOf(localNameField) - 1]] : []
    })
    expect(before.join(' ')).toBe(
      'Country_Name Zone_Name State_Name Pool_Name Station_Name City_Name Crop_Name Soil_Name Season_Name materialName Customer_Name',
    )
  })

  it('adds the retirement of a record as the last fields of every master but contact messages', () => {
    const others = catalogue.filter(({ fields }) => Object.keys(fields).at(-2) !== 'Retired_On')
    expect(others.filter(({ name }) => specifiedFields[name]).map(({ name }) => name)).toEqual([
      'contactMessage',
    ])
    expect(catalogue.filter(({ fields }) => fields['Retired_On']?.byAction)).toHaveLength(28)
  })

  it('declares no other entities than those of visits and plans', () => {
    const others = catalogue.map((entity) => entity.name).filter((name) => !specifiedFields[name])
    expect(others).toEqual([
      'visit',
      'balance',
      'assignment',
      'holiday',
      'customerPlace',
      'customerLicence',
      'cityPlace',
      'workingTime',
      'leave',
      'workPlan',
      'workPlanStop',
    ])
  })

  it('makes exactly the fields of section 5 optional, and generates the codes', () => {
    const fieldsWith = (presence: string): string[] =>
      catalogue
        .filter((entity) => specifiedFields[entity.name])
        .flatMap((entity) =>
          Object.entries(entity.fields)
            .filter(
              ([name, field]) =>
                field.presence === presence && !isAddition(entity.name, name) && !field.byAction,
            )
            .map(([name]) => `${entity.name}.${name}`),
        )
    expect(fieldsWith('optional')).toEqual([
      'company.Company_Address_Line2',
      'company.Street',
      'company.GST_No',
      'branch.Reporting_Branch',
      'branch.Branch_Address_Line2',
      'branch.Street',
      'branch.GST_No',
      'staffUser.Emp_Mobile_No',
      'staffUser.Emp_Mail_Id',
      'staffUser.Admin_Rpt_Manager_Code',
      'staffUser.Function_Rpt_Manager_Code',
    ])
    expect(fieldsWith('noneYet')).toEqual([
      'customer.PAN',
      'customer.Last_Visited',
      'customer.Last_Visit_ID',
      'customer.Erp_Code',
    ])
    expect(fieldsWith('generated')).toEqual([
      'crop.Crop_Code',
      'soil.Soil_Code',
      'season.Season_Code',
      'material.materialCode',
      'employee.employeeNumber',
    ])
  })
})

describe('the contract', () => {
  it('has the 28 forms of the menu, each with its route and path', () => {
    expect(forms.map((form) => form.menu)).toEqual(
      'Contact, Country Master(1), Zone(2), State(3), Pool(4), Station(5), City(6), Company(7), Branch(8), Functional Levels(9), Function(10), Industry(11), User(12), Role(13), User Role Combination(14), Application(15), Currency(16), GST(17), Crop(18), Crop Lot(19), Soil(20), Season(21), Material(22), Payment Term(23), Customer(24), Employee Master, Crop Soil Season Mapping, Crop Material Mapping'.split(
        ', ',
      ),
    )
    for (const { entity, menu, route } of forms) {
      const number = /\((\d+)\)$/.exec(menu)?.[1]
      if (!number) continue
      expect(route).toBe(`/contact${number}`)
      expect(submitPathOf(entity).toLowerCase()).toBe(`/api/form/contact${number}`)
    }
    expect(new Set(forms.map((form) => form.route)).size).toBe(28)
    expect(forms.find((form) => form.route === '/contact12')?.heading).toBe('Contact Form 12')
  })

  it('names only entities and fields that exist', () => {
    for (const { entity } of [...forms, ...adminTables, ...lastCodeLookups])
      expect(entityNamed(entity)).toBeDefined()
    for (const { entity, fields } of objectLookups) {
      for (const field of Object.values(fields)) expect(entityNamed(entity).fields).toHaveProperty(field)
    }
    for (const { entity, field } of stringLookups) expect(entityNamed(entity).fields).toHaveProperty(field)
    for (const { entity, fields } of [customerDropdowns, customerVisitData]) {
      for (const field of fields) expect(entityNamed(entity).fields).toHaveProperty(field)
    }
  })

  it('has the messages of section 8', () => {
    expect(messagesOf('country')).toEqual({
      saved: 'Message sent successfully',
      refused: 'Message not sent',
      unreachable: 'Message not sent',
    })
    expect(messagesOf('soil').saved).toBe('Contact form 20 created successfully')
    expect(messagesOf('customer').refused).toBe('Failed to submit contact form 24')
    expect(messagesOf('cropMaterialMapping')).toEqual({
      saved: 'Mapping saved successfully',
      refused: 'Failed to save mapping',
      unreachable: 'Mapping not saved',
    })
    // The specification has no message for a refusal here, so the one for a network failure is shown.
    expect(messagesOf('cropSoilSeasonMapping')).toEqual({
      saved: 'Mapping saved successfully',
      refused: 'Mapping not saved',
      unreachable: 'Mapping not saved',
    })
    expect(messagesOf('employee').saved).toBe('Employee data submitted successfully')
    expect(messagesOf('material').unreachable).toBe('Material not submitted')
    expect(messagesOf('visit').refused).toBe('Failed to submit the form. Please try again.')
  })
})
