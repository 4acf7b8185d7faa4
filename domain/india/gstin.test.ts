import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adviseGstin, gstinCheckDigit } from './gstin.ts'
import { indianStates } from './states.ts'

const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const digits = [...'0123456789']
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((each) => each.join(''))
const some = (from: readonly string[], length: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...from), { minLength: length, maxLength: length }).map((each) => each.join(''))

const validGstin = joined(
  fc.constantFrom(...indianStates).map((state) => String(state.gstCode).padStart(2, '0')),
  some(capitals, 3),
  fc.constantFrom(...'ABCFGHJLPT'),
  some(capitals, 1),
  some(digits, 4),
  some(capitals, 1),
  fc.constantFrom(...digits.slice(1), ...capitals),
  fc.constantFrom('Z', 'C', 'D'),
).map((fourteen) => fourteen + gstinCheckDigit(fourteen))

describe('adviseGstin', () => {
  test('computes the check digit of a published example', () => {
    expect(gstinCheckDigit('27AAPFU0939F1Z')).toBe('V')
    expect(adviseGstin('27AAPFU0939F1ZV')).toEqual([])
  })

  test('accepts any valid number, in any case and with spaces', () => {
    fc.assert(
      fc.property(validGstin, (gstin) => {
        expect(adviseGstin(gstin)).toEqual([])
        expect(adviseGstin(` ${gstin.toLowerCase().replace(/^(.{4})/, '$1 ')} `)).toEqual([])
      }),
    )
  })

  test('detects any single wrong character', () => {
    fc.assert(
      fc.property(
        validGstin,
        fc.nat(14),
        fc.constantFrom(...digits, ...capitals, '-', 'é'),
        (gstin, at, other) => {
          fc.pre(gstin[at] !== other)
          expect(adviseGstin(gstin.slice(0, at) + other + gstin.slice(at + 1))).not.toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['', {}, []],
    ['27AAPFU0939F1Z', {}, ['A GSTIN has 15 characters; this has 14']],
    ['27AAPFU0939F1ZV', { extCode: 27 }, []],
    [
      '27AAPFU0939F1ZV',
      { extCode: 24 },
      ['This GSTIN is registered in Maharashtra (27), not in Gujarat (24)'],
    ],
    ['27AAPFU0939F1ZV', { pan: 'ABCPD1234E' }, ['This GSTIN belongs to the PAN AAPFU0939F, not ABCPD1234E']],
    ['27AAPFU0939F1ZV', { pan: 'aapfu0939f' }, []],
    [`25AAPFU0939F1Z${gstinCheckDigit('25AAPFU0939F1Z')}`, {}, ['No state has the GST code 25']],
  ])('%s at %o', (gstin, place, advice) => {
    expect(adviseGstin(gstin, place)).toEqual(advice)
  })
})
