import { describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { sampleOf } from '#domain/catalogue/stored/kinds.ts'
import { readTyped } from './read-typed.ts'
import { blankValues, limitTyped, noneOf, typedValues } from './typed-values.ts'

describe('limitTyped', () => {
  const level = entityNamed('functionalLevel').fields['Functional_Level_Code']!
  const ext = entityNamed('state').fields['Ext_Code']!

  it('truncates a text that is too long and returns the message', () => {
    expect(limitTyped(level, 'ABCDEFGHIJKL')).toEqual({
      value: 'ABCDEFGHIJ',
      problem: 'Functional Level Code should not exceed 10 characters',
    })
  })
  it('counts code points, not UTF-16 units', () => {
    expect(limitTyped(level, '🌾'.repeat(11)).value).toBe('🌾'.repeat(10))
  })
  it('clears a value that is not a number and returns the message', () => {
    expect(limitTyped(ext, '2x')).toEqual({ value: '', problem: 'Ext Code should be a number' })
  })
  it('leaves valid and blank values unchanged, and fields without such a rule', () => {
    expect(limitTyped(ext, '24')).toEqual({ value: '24' })
    expect(limitTyped(ext, ' ')).toEqual({ value: ' ' })
    expect(limitTyped(entityNamed('zone').fields['Zone_Code']!, 'W'.repeat(99)).problem).toBeUndefined()
  })
})

describe('readTyped', () => {
  it('parses every editable field by its kind, with null for "none yet"', () => {
    const customer = entityNamed('customer')
    const typed = { ...blankValues(customer), Last_Visited: '31/12/2026', PAN: 'typed before the tick' }
    const { values, problems } = readTyped(customer, typed, new Set(['PAN', 'Erp_Code']))
    expect(values).toMatchObject({ Last_Visited: '2026-12-31', PAN: null, Customer_Code: null })
    const messages = problems.map(({ message }) => message)
    expect(messages).toContain('Customer Code is required')
    expect(messages).toContain('Last Visit ID is required, or select “none yet”')
    expect(messages.filter((message) => /PAN|Erp|Last Visited/.test(message))).toEqual([])
  })
  it('does not require fields that the server fills in: parent levels and names of codes', () => {
    const employee = entityNamed('employee')
    const typed = { ...blankValues(employee), stationCode: 'S-1', cityCode: 'AND' }
    const missing = readTyped(employee, typed, new Set()).problems.map(({ field }) => field)
    expect(missing).toEqual(['type', 'name', 'userId', 'email', 'phone', 'street', 'pincode'])
  })
  it('returns the same record for its own typed values', () => {
    const customer = entityNamed('customer')
    const values = Object.fromEntries(
      Object.entries(customer.fields)
        .filter(([, { byAction }]) => !byAction)
        .map(([name, field]) => [name, sampleOf(field, 7)]),
    )
    const record = { ...values, PAN: null, id: 'x', version: 1, createdAt: '', updatedAt: '' }
    const read = readTyped(customer, typedValues(customer, record), new Set(noneOf(customer, record)))
    expect(read).toEqual({ values: { ...values, PAN: null }, problems: [] })
  })
  it('omits codes that the server generates', () => {
    const crop = entityNamed('crop')
    expect(readTyped(crop, blankValues(crop), new Set()).values).not.toHaveProperty('Crop_Code')
  })
})
