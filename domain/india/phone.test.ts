import { expect, it } from 'vitest'
import { advisePhone, digitsOfPhone, uniformPhone } from './phone.ts'

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

it.each([
  ['98250-10135', '+91 98250 10135'],
  ['09825010168', '+91 98250 10168'],
  ['+91 98250 10105', '+91 98250 10105'],
  ['+919825010105', '+91 98250 10105'],
  ['0091 98250 10105', '+91 98250 10105'],
  ['91-9825010105', '+91 98250 10105'],
  [' (98250) 10105 ', '+91 98250 10105'],
  ['079-26581234 ext 12', '+91 79 2658 1234 ext 12'],
  ['7926581234', '+91 79 2658 1234'],
  ['02822 220123', '+91 2822 220123'],
  ['0281-2451234', '+91 281 2451234'],
  ['2812451234', '+91 28124 51234'],
  ['+44 20-7946 0958', '+44 20 7946 0958'],
  ['001 (650) 253-0000', '+1 650 253 0000'],
])('spells %s as %s', (typed, uniform) => {
  expect(uniformPhone(typed)).toBe(uniform)
  expect(uniformPhone(uniform)).toBe(uniform)
})

it.each([
  '98250',
  '1800 233 3435',
  '9825010135 / 9825010136',
  '+12',
  '',
  'x12',
  '+1'.repeat(20),
  '9'.repeat(32),
])('keeps %s as typed', (typed) => {
  expect(uniformPhone(typed)).toBe(typed)
})
