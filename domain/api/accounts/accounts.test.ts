import { describe, expect, it } from 'vitest'
import { Problem } from '../../problem.ts'
import type { Schema } from '../endpoint.ts'
import { readInput } from '../read-input.ts'
import { createApiToken } from './api-tokens.ts'
import { changePassword, turnOffFactor } from './own-account.ts'
import { acceptInvitation, login, register, resetPassword } from './sign-in.ts'
import { changeUser, invite } from './users.ts'

/** The messages by field. */
function problemsOf(body: Schema, input: unknown): Record<string, string> {
  try {
    readInput(body, input)
    return {}
  } catch (error) {
    const errors = error instanceof Problem ? (error.details.errors ?? []) : []
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
  }
}

const password = 'monsoon over the fields'

describe('requests about accounts', () => {
  it('report all problems at once', () => {
    const wrong = { username: ' ', email: 'x', phone: 'call me', password: 'short', invite: 4, role: 'ADMIN' }
    expect(problemsOf(register.body, wrong)).toEqual({
      role: 'role is not a field of Registration',
      username: 'User Name is required',
      email: 'Email should be an e-mail address',
      phone: 'Phone should be a phone number',
      password: 'Password should have at least 8 characters; 15 or more are better',
      invite: 'invite should be text',
    })
    expect(problemsOf(login.body, { email: '', password: 1, code: 2, more: 3 })).toEqual({
      more: 'more is not expected here',
      email: 'Email is required',
      password: 'Password should be text',
      code: 'Code should be text',
    })
    expect(problemsOf(changePassword.body, { password: 'x'.repeat(257) })).toEqual({
      current: 'Current password is required',
      password: 'Password should not exceed 256 characters',
    })
    expect(problemsOf(invite.body, { role: '', send: 'yes' })).toEqual({
      email: 'Email is required',
      role: 'Role is required',
      send: 'send should be true or false',
    })
    expect(problemsOf(turnOffFactor.body, { password: '', code: 123 })).toEqual({
      password: 'Password is required',
      code: 'Code should be text',
    })
    expect(problemsOf(changeUser.body, { status: 3, phone: 7, revokeTokens: 'yes', roles: [] })).toEqual({
      roles: 'roles is not a field of Account',
      phone: 'Phone should be text',
      status: 'Status should be pending, active or disabled',
      revokeTokens: 'revokeTokens should be true or false',
      version: 'version is required: send the version that was changed',
    })
  })

  it('keep the spaces of a password, and trim an e-mail address', () => {
    const credentials = { email: ' Asha@example.in ', password: ' x ' }
    expect(readInput(login.body, credentials)).toEqual({ email: 'Asha@example.in', password: ' x ' })
  })

  it('accept a phone as a number, or none', () => {
    const person = { username: 'Asha', email: 'asha@example.in', password }
    const phoneOf = (phone: unknown): unknown => readInput(register.body, { ...person, phone }).phone
    expect([9_876_543_210, ' 98250 54321 ', '', null, undefined].map(phoneOf)).toEqual([
      '+91 98765 43210',
      '+91 98250 54321',
      null,
      null,
      null,
    ])
    expect(readInput(register.body, person).phone).toBeNull()
  })

  it('need a complete link', () => {
    const token = 'The link is incomplete. Open it again exactly as you received it'
    for (const wrong of ['', null, 7]) {
      expect(problemsOf(resetPassword.body, { token: wrong, password })).toEqual({ token })
      expect(problemsOf(acceptInvitation.body, { token: wrong, username: 'x', password })).toEqual({ token })
    }
  })
})

describe('places', () => {
  const west = { level: 'zone', code: 'W' }
  const withPlaces = (places: unknown) => ({ name: 'Tally', role: 'OFFICE', expiresOn: '31/12/2026', places })

  it.each([
    [undefined, 'places should be "everything" or a list of up to 50 places'],
    ['all', 'places should be "everything" or a list of up to 50 places'],
    [Array.from({ length: 51 }, () => west), 'places should be "everything" or a list of up to 50 places'],
    [[west, { level: 'moon', code: 'X' }], /^Each place should have a level \(zone, .*\) and a code$/],
    [[{ level: 'zone' }], /^Each place should have a level \(zone, .*\) and a code$/],
    [[], 'Places should be "everything" or at least one place'],
  ])('refuse %j', (places, sentence) => {
    expect(() => readInput(createApiToken.body, withPlaces(places))).toThrow(sentence)
  })

  it('may have names, which are not read', () => {
    const named = withPlaces([{ ...west, name: 'West' }])
    expect(readInput(createApiToken.body, named)).toEqual({
      ...named,
      expiresOn: '2026-12-31',
      places: [west],
    })
    expect(readInput(createApiToken.body, withPlaces('everything')).places).toBe('everything')
  })
})
