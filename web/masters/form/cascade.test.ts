import { describe, expect, test } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Option } from '../../api/options.ts'
import { choose, filledByServer, matchesConstraints, optionQueryOf, type Choices } from './cascade.ts'
import { blankValues } from './typed-values.ts'

const customer = entityNamed('customer')
const blank = (name: string): Choices => ({ values: blankValues(entityNamed(name)), chosen: {} })

const station: Option = {
  value: 'S-1',
  title: 'Anand',
  facts: [{ 'under.pool': 'P-AHM', 'under.state': 'GJ', 'under.zone': 'W', 'under.country': 'IN' }],
}
const city: Option = {
  value: 'AND',
  title: 'Anand',
  facts: [{ 'under.state': 'GJ', 'under.zone': 'W', 'under.country': 'IN' }],
}
const territory = {
  Country_Code: 'IN',
  Zone_Code: 'W',
  State_Code: 'GJ',
  Pool_Code: 'P-AHM',
  Station_Code: 'S-1',
  City_Code: 'AND',
}

describe('the cascade of a form', () => {
  test('filters the options by every level that is already chosen', () => {
    const { values } = blank('customer')
    expect(optionQueryOf(customer, 'Station_Code', values).constraints).toEqual({})
    expect(
      optionQueryOf(customer, 'Station_Code', { ...values, State_Code: ' GJ ', Country_Code: 'IN' }),
    ).toMatchObject({
      of: 'Station_Code',
      constraints: { 'under.state': 'GJ', 'under.country': 'IN' },
    })
    expect(optionQueryOf(customer, 'Country_Code', { ...values, ...territory }).constraints).toEqual({})
  })

  test('fills the levels above the chosen one', () => {
    const after = choose(customer, blank('customer'), 'Station_Code', 'S-1', [station])
    expect(after.values).toMatchObject({ ...territory, City_Code: '' })
    expect(choose(customer, after, 'City_Code', 'AND', [city]).values).toMatchObject(territory)
  })

  test('clears only the levels below a changed one', () => {
    const full = { values: { ...blank('customer').values, ...territory, Street: 'Station Road' }, chosen: {} }
    expect(choose(customer, full, 'State_Code', 'MH').values).toMatchObject({
      Country_Code: 'IN',
      Zone_Code: 'W',
      State_Code: 'MH',
      Pool_Code: '',
      Station_Code: '',
      City_Code: '',
      Street: 'Station Road',
    })
    expect(choose(customer, full, 'Pool_Code', '').values).toMatchObject({
      State_Code: 'GJ',
      Pool_Code: '',
      Station_Code: '',
      City_Code: 'AND',
    })
    expect(choose(customer, full, 'State_Code', 'gj').values).toMatchObject({
      ...territory,
      State_Code: 'gj',
    })
  })

  test('keeps a child without a parent when its own parent is chosen, and clears it for another parent', () => {
    const alone = { values: { ...blank('customer').values, City_Code: 'AND' }, chosen: {} }
    expect(choose(customer, alone, 'State_Code', 'GJ').values['City_Code']).toBe('AND')
    const known = { ...alone, chosen: { City_Code: city.facts } }
    expect(choose(customer, known, 'State_Code', 'GJ').values['City_Code']).toBe('AND')
    expect(choose(customer, known, 'State_Code', 'MH').values['City_Code']).toBe('')
  })

  test('sets the name for a chosen code, and the code for a chosen name', () => {
    const userRole = entityNamed('userRole')
    const byCode = { value: 'OFFICE', title: 'Office', facts: [{ Role_Name: 'Office' }] }
    const byName = { value: 'Field', title: null, facts: [{ Role_Code: 'FIELD' }] }
    const one = choose(userRole, blank('userRole'), 'Role_Code', 'OFFICE', [byCode])
    expect(one.values).toMatchObject({ Role_Code: 'OFFICE', Role_Name: 'Office' })
    const other = choose(userRole, one, 'Role_Name', 'Field', [byName])
    expect(other.values).toMatchObject({ Role_Code: 'FIELD', Role_Name: 'Field' })
    expect(optionQueryOf(userRole, 'Role_Code', other.values).constraints).toEqual({})
  })

  test('does not set a code for an ambiguous name', () => {
    const userRole = entityNamed('userRole')
    const twice = { value: 'A Patel', title: null, facts: [{ Employee_Code: 'E1' }, { Employee_Code: 'E2' }] }
    expect(
      choose(userRole, blank('userRole'), 'Employee_Name', 'A Patel', [twice]).values['Employee_Code'],
    ).toBe('')
  })

  test('narrows the record down with each further field when the name is not unique', () => {
    const lot = entityNamed('cropLot')
    const wheat: Option = {
      value: 'Wheat',
      title: null,
      facts: [
        { Crop_Type1: 'Bread', Crop_Type2: 'Hard', Crop_Type3: 'Rabi', Crop_Grade: 'A', Crop_Quality: 'FAQ' },
        { Crop_Type1: 'Durum', Crop_Type2: 'Hard', Crop_Type3: 'Rabi', Crop_Grade: 'B', Crop_Quality: 'FAQ' },
      ],
    }
    const one = choose(lot, blank('cropLot'), 'Crop_Name', 'Wheat', [wheat])
    expect(one.values).toMatchObject({ Crop_Type1: '', Crop_Type2: 'Hard', Crop_Grade: '' })
    expect(optionQueryOf(lot, 'Crop_Type1', one.values).constraints).toEqual({ Crop_Name: 'Wheat' })
    const durum = { value: 'Durum', title: null, facts: [{ ...wheat.facts[1], Crop_Name: 'Wheat' }] }
    const two = choose(lot, one, 'Crop_Type1', 'Durum', [durum])
    expect(two.values).toMatchObject({ Crop_Name: 'Wheat', Crop_Grade: 'B' })
    expect(choose(lot, two, 'Crop_Name', 'Maize').values).toMatchObject({ Crop_Type1: '', Crop_Grade: '' })
  })

  test('sets the names of a list of codes, and clears the list when the branch changes', () => {
    const application = entityNamed('application')
    const option = (value: string, name: string): Option => ({
      value,
      title: name,
      facts: [{ 'under.company': 'C1', 'under.branch': 'HO', Function_Name: name }],
    })
    const before = choose(application, blank('application'), 'Company_Code', 'C1')
    const one = choose(application, before, 'Function_Codes', ['F1'], [option('F1', 'Sales')])
    const two = choose(application, one, 'Function_Codes', ['F1', 'F2'], [option('F2', 'Stores')])
    expect(two.values['Function_Names']).toEqual(['Sales', 'Stores'])
    expect(choose(application, two, 'Function_Codes', ['F2']).values['Function_Names']).toEqual(['Stores'])
    expect(choose(application, two, 'Company_Code', 'C2').values['Function_Codes']).toEqual([])
    const unknown = { values: { ...two.values, Function_Codes: ['F9', 'F1'] }, chosen: {} }
    expect(choose(application, unknown, 'Function_Codes', ['F9']).values['Function_Names']).toEqual([])
  })

  test('matches a value under each of its parents', () => {
    const head: Option = {
      value: 'HO',
      title: null,
      facts: [{ 'under.company': 'C1' }, { 'under.company': 'C2' }],
    }
    expect(matchesConstraints(head, {})).toBe(true)
    expect(matchesConstraints(head, { 'under.company': 'c2' })).toBe(true)
    expect(matchesConstraints(head, { 'under.company': 'C3' })).toBe(false)
  })

  test('lists the fields that the server fills in', () => {
    const { values } = blank('customer')
    expect([...filledByServer(customer, { ...values, Station_Code: 'S-1' })].toSorted()).toEqual([
      'Country_Code',
      'Pool_Code',
      'State_Code',
      'Zone_Code',
    ])
    expect(filledByServer(customer, values).size).toBe(0)
  })
})
