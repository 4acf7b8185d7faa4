import { expect, it } from 'vitest'
import { base32, codeOfStep, newSecret, otpauthAddress, stepAt, stepOfCode } from './totp.ts'

const secret = base32(Buffer.from('12345678901234567890'))

// The test vectors of RFC 6238, appendix B, shortened to six digits.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('gives at second %d the code %s', (second, code) => {
  expect(codeOfStep(secret, stepAt(new Date(second * 1000)))).toBe(code)
})

it('accepts the previous and the next code, and no others', () => {
  const now = new Date('2026-11-15T06:00:00.000Z')
  const step = stepAt(now)
  const found = [-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, codeOfStep(secret, step + off), now))
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
})

it('creates secrets of 160 bits in base32, and the URI for authenticator apps', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
  expect(otpauthAddress('ABC', 'a+b@example.in')).toBe(
    'otpauth://totp/AgriDesk:a%2Bb%40example.in?secret=ABC&issuer=AgriDesk',
  )
})
