import { expect, it } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { Rights, Scope } from '#domain/access/rights.ts'
import { landingPath } from './landing-path.ts'

const visits: Rights = { customer: ['read'], visit: ['read', 'create'] }

const account = (scope: Scope, rights: Rights, status: OwnAccountView['status'] = 'active') =>
  ({
    id: 'a',
    username: 'ravi',
    email: 'ravi@agridesk.in',
    phone: null,
    language: null,
    status,
    role: 'FIELD',
    version: 1,
    createdAt: '2026-11-01T00:00:00.000Z',
    sees: [],
    access: { roles: ['FIELD'], rights, scope: scope === 'everything' ? scope : [...scope] },
  }) satisfies OwnAccountView

const station: Scope = [{ level: 'station', code: 'GON' }]

it.each([
  ['/today', account(station, visits)],
  ['/today', account([], visits)],
  ['/', account('everything', visits)],
  ['/', account(station, { customer: ['read'], visit: ['read'] })],
  ['/', account(station, visits, 'pending')],
  ['/', null],
])('leads to %s', (path, who) => {
  expect(landingPath(who)).toBe(path)
})
