import { afterEach, expect, it, vi } from 'vitest'
import { UnexpectedAnswer } from './api-problem.ts'
import { loadCustomerPage } from './customers.ts'

const load = (answer: object): Promise<unknown> => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  return loadCustomerPage('C-1', new AbortController().signal)
}
const least = { customer: { id: '1' }, plan: { Customer_Code: 'C-1' }, names: {} }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('shows a customer without the parts that the account may not read', async () => {
  expect(await load(least)).toEqual(least)
  const more = { ...least, balances: [], visits: { items: [], next: null } }
  expect(await load(more)).toEqual(more)
})

it.each([
  { plan: {}, names: {} },
  { ...least, names: null },
  { ...least, balances: {} },
  { ...least, visits: { items: null, next: null } },
])('refuses %j', async (answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await expect(load(answer)).rejects.toThrow(UnexpectedAnswer)
})
