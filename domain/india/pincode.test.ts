import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advisePincode, regionOfPincode } from './pincode.ts'

const shapeAdvice = ['A PIN code has 6 digits and does not begin with 0']

describe('advisePincode', () => {
  test.each([
    ['', {}, []],
    ['380001', {}, []],
    ['380 001', { extCode: 24 }, []],
    ['38001', {}, shapeAdvice],
    ['038001', {}, shapeAdvice],
    ['38000A', {}, shapeAdvice],
    ['422001', { extCode: 27 }, []],
    ['422001', { extCode: 24 }, ['PIN codes that begin with 42 are in Maharashtra, not in Gujarat']],
    ['403001', { extCode: 24 }, ['PIN codes that begin with 40 are in Maharashtra or Goa, not in Gujarat']],
    ['403001', { extCode: 30 }, []],
    ['900001', { extCode: 24 }, []],
    ['380001', { extCode: 99 }, []],
    ['350001', {}, ['No PIN code begins with 35; 3 is for the west (Rajasthan, Gujarat, Daman and Diu)']],
  ])('%s at %o', (pin, place, advice) => {
    expect(advisePincode(pin, place)).toEqual(advice)
  })

  test('knows the region of every first digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 999_999 }), (pin) => {
        expect(regionOfPincode(String(pin))).toBeTypeOf('string')
        expect(advisePincode(String(pin), { extCode: 24 }).length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
