import { describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { blankValues, mend, noneOf, readTyped, typedValues } from './typed-values.ts'

describe('mending while typing', () => {
  const level = entityNamed('functionalLevel').fields['Functional_Level_Code']!
  const ext = entityNamed('state').fields['Ext_Code']!

  it('cuts what is too long, with the sentence', () => {
    expect(mend(level, 'ABCDEFGHIJKL')).toEqual({
      value: 'ABCDEFGHIJ',
      problem: 'Functional Level Code should not exceed 10 characters',
    })
  })
  it('counts characters as a person does', () => {
    expect(mend(level, '🌾'.repeat(11)).value).toBe('🌾'.repeat(10))
  })
  it('clears what is no number, with the sentence', () => {
    expect(mend(ext, '2x')).toEqual({ value: '', problem: 'Ext Code should be a number' })
  })
  it('leaves alone what is right, blank or none of its business', () => {
    expect(mend(ext, '24')).toEqual({ value: '24' })
    expect(mend(ext, ' ')).toEqual({ value: ' ' })
    expect(mend(entityNamed('zone').fields['Zone_Code']!, 'W'.repeat(99)).problem).toBeUndefined()
  })
})

describe('what is sent', () => {
  it('is every asked field, read by its kind, and null for "none yet"', () => {
    const customer = entityNamed('customer')
    const typed = { ...blankValues(customer), Last_Visited: '31/12/2026', PAN: 'typed before the tick' }
    const { values, problems } = readTyped(customer, typed, new Set(['PAN', 'Erp_Code']))
    expect(values).toMatchObject({ Last_Visited: '2026-12-31', PAN: null, Customer_Code: null })
    const messages = problems.map(({ message }) => message)
    expect(messages).toContain('Customer Code is required')
    expect(messages).toContain('Last Visit ID is required, or tick “none yet”')
    expect(messages.filter((message) => /PAN|Erp|Last Visited/.test(message))).toEqual([])
  })
  it('may leave out what the server fills in: the levels above, and the name that goes with a code', () => {
    const employee = entityNamed('employee')
    const typed = { ...blankValues(employee), stationCode: 'S-1', cityCode: 'AND' }
    const missing = readTyped(employee, typed, new Set()).problems.map(({ field }) => field)
    expect(missing).toEqual(['type', 'name', 'userId', 'email', 'phone', 'street', 'pincode'])
  })
  it('is what was typed when a record is typed in again as it stands', () => {
    const customer = entityNamed('customer')
    const values = Object.fromEntries(
      Object.entries(customer.fields).map(([name, field]) => [name, field.sample(7)]),
    )
    const record = { ...values, PAN: null, id: 'x', version: 1, createdAt: '', updatedAt: '' }
    const read = readTyped(customer, typedValues(customer, record), new Set(noneOf(customer, record)))
    expect(read).toEqual({ values: { ...values, PAN: null }, problems: [] })
  })
  it('never holds a code the server deals out', () => {
    const crop = entityNamed('crop')
    expect(readTyped(crop, blankValues(crop), new Set()).values).not.toHaveProperty('Crop_Code')
  })
})
