import { expect, it } from 'vitest'
import { listOfUsers, recordPath } from './record-path.ts'

it('writes codes so that they can be read again', () => {
  expect(recordPath({ path: 'cities' }, 'A/B ?')).toBe('/records/cities/A%2FB%20%3F')
})

it('leads from "4 visits" to these four, or nowhere', () => {
  expect(listOfUsers('customers', 'City_Code', 'GJ&X')).toBe('/lists/customers?City_Code=GJ%26X')
  expect(listOfUsers('visits', 'Customer_Code', 'C1')).toBe('/lists/visits?Customer_Code=C1')
  expect(listOfUsers('visits', 'New_Recommended_Materials', 'Urea')).toBeUndefined()
  expect(listOfUsers('balances', 'Customer_Code', 'C1')).toBeUndefined()
})
