import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advisePan, holderOfPan } from './pan.ts'

const shapeAdvice = ['A PAN has 5 letters, 4 digits and 1 letter, like ABCPD1234E']

describe('advisePan', () => {
  test.each([
    ['', {}, []],
    ['ABCPD1234E', {}, []],
    [' abcpd 1234e ', {}, []],
    ['ABCPD12345', {}, shapeAdvice],
    ['ABCPD1234', {}, shapeAdvice],
    ['ABCXD1234E', {}, ['The fourth letter of a PAN is the type of holder; X is not in use']],
    ['ABCPD1234E', { type: 'individual', name: 'Ramesh Desai' }, []],
    ['ABCPD1234E', { type: 'individual', name: 'Desai Ramesh' }, []],
    [
      'ABCPD1234E',
      { type: 'individual', name: 'Ramesh Patel' },
      ['The fifth letter of a PAN is the initial of the surname; no part of this name begins with D'],
    ],
    [
      'ABCFD1234E',
      { type: 'individual', name: 'Desai Agro' },
      ['This PAN belongs to a firm or partnership, but the customer is an individual'],
    ],
    ['ABCPD1234E', { type: 'business', name: 'Umiya Agro' }, []],
    ['ABCFU1234E', { type: 'business', name: 'Umiya Agro' }, []],
    [
      'ABCFD1234E',
      { type: 'business', name: 'Umiya Agro' },
      ['The fifth letter of a PAN is the initial of the name; this name does not begin with D'],
    ],
    ['ABCPD1234E', { type: 'individual', name: 'રમેશ દેસાઈ' }, []],
  ] as const)('%s of %o', (pan, holder, advice) => {
    expect(advisePan(pan, holder)).toEqual(advice)
  })

  test('returns the type of holder', () => {
    expect(holderOfPan('ABCHD1234E')).toBe('a Hindu undivided family')
    expect(holderOfPan('nonsense')).toBeUndefined()
  })

  test('never throws on any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (pan, name) => {
        expect(Array.isArray(advisePan(pan, { type: 'individual', name }))).toBe(true)
      }),
    )
  })
})
