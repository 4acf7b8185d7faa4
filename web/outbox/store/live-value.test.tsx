import { afterEach, expect, it } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { clearSession } from '../../api/session.ts'
import { startSession } from '../../api/session-account.ts'
import { ownAccountId } from '../account.ts'
import { liveValue } from './live-value.ts'

const logIn = (id: string): void => startSession(`token-of-${id}-12345678`, { id } as OwnAccountView)

afterEach(() => clearSession())

it('shows what was read for an account to no other account', async () => {
  const value = liveValue<string | undefined>('not read', [], async () => ownAccountId())
  logIn('a1')
  await value.refresh()
  expect(value.get()).toBe('a1')
  logIn('a2')
  expect(value.get()).toBe('not read')
  await value.refresh()
  expect(value.get()).toBe('a2')
})

it('reads again when the account changed while it was read', async () => {
  const accounts: (string | undefined)[] = []
  const value = liveValue<number>(0, [], async () => {
    accounts.push(ownAccountId())
    if (accounts.length === 1) logIn('a2')
    return accounts.length
  })
  logIn('a1')
  await value.refresh()
  await expect.poll(value.get).toBe(2)
  expect(accounts).toEqual(['a1', 'a2'])
})
