import { expect, it } from 'vitest'
import { advisePhone, digitsOfPhone } from './phone.ts'

it.each([
  ['98250 12345', '9825012345'],
  ['+91 98250-12345', '9825012345'],
  ['0091 9825012345', '9825012345'],
  ['09825012345', '9825012345'],
  ['079-26581234 ext 12', '7926581234'],
  ['9198250123', '9198250123'],
  ['98250', undefined],
])('reads %s', (text, digits) => {
  expect(digitsOfPhone(text)).toBe(digits)
})

it('warns about numbers that are not valid in India', () => {
  expect(advisePhone('98250 1234', false)).toBe('A phone number in India has 10 digits')
  expect(advisePhone('2265812345', true)).toBe('A mobile number in India begins with 6, 7, 8 or 9')
  expect(advisePhone('022 65812345', false)).toBeNull()
  expect(advisePhone('+44 20 7946 0958', true)).toBeNull()
  expect(advisePhone('+91 98250 12345', true)).toBeNull()
})
