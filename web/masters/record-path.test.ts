import { expect, it } from 'vitest'
import { listOfUsers, recordPath } from './record-path.ts'

it('encodes codes in paths', () => {
  expect(recordPath({ path: 'cities' }, 'A/B ?')).toBe('/records/cities/A%2FB%20%3F')
})

it('links to the own page of a customer, at the tab', () => {
  expect(recordPath({ path: 'customers' }, 'A/B')).toBe('/customers/A%2FB?tab=data')
  expect(recordPath({ path: 'customers' }, 'C1', 'history')).toBe('/customers/C1?tab=history')
})

it('links to the list of exactly the referring records, or returns undefined', () => {
  expect(listOfUsers('customers', 'City_Code', 'GJ&X')).toBe('/lists/customers?City_Code=GJ%26X')
  expect(listOfUsers('visits', 'Customer_Code', 'C1')).toBe('/lists/visits?Customer_Code=C1')
  expect(listOfUsers('visits', 'New_Recommended_Materials', 'Urea')).toBeUndefined()
  expect(listOfUsers('balances', 'Customer_Code', 'C1')).toBeUndefined()
})
