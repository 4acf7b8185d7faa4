import { describe, expect, it } from 'vitest'
import { expiryOf, isReplaced } from './licences.ts'

const today = '2026-11-18'

describe('a licence', () => {
  it.each([
    [null, undefined],
    ['2026-11-17', 'expired'],
    ['2026-11-18', 'soon'],
    ['2026-12-18', 'soon'],
    ['2026-12-19', undefined],
  ])('until %s: %s', (until, expiry) => {
    expect(expiryOf(until, today)).toBe(expiry)
  })

  it('is replaced by one of the same kind that is valid longer', () => {
    const seed = { Kind: 'seed', Valid_Until: '2026-11-17' }
    expect(isReplaced(seed, [seed])).toBe(false)
    expect(isReplaced(seed, [seed, { Kind: 'pesticide', Valid_Until: null }])).toBe(false)
    expect(isReplaced(seed, [seed, { Kind: 'seed', Valid_Until: '2027-11-17' }])).toBe(true)
    expect(isReplaced(seed, [seed, { Kind: 'seed', Valid_Until: null }])).toBe(true)
    expect(isReplaced({ Kind: 'seed', Valid_Until: null }, [seed])).toBe(false)
  })
})
