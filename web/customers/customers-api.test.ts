import { afterEach, expect, it, vi } from 'vitest'
import { UnexpectedAnswer } from '../api/api-problem.ts'
import { loadCustomerPage } from './customers-api.ts'

const load = (answer: object): Promise<unknown> => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  return loadCustomerPage('C-1', new AbortController().signal)
}
const minimal = { customer: { id: '1' }, plan: { Customer_Code: 'C-1' }, names: {} }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('accepts a customer without the parts that the account may not read', async () => {
  expect(await load(minimal)).toEqual(minimal)
  const withOptional = { ...minimal, balances: [], visits: { items: [], names: {}, next: null } }
  expect(await load(withOptional)).toEqual(withOptional)
})

it.each([
  { plan: {}, names: {} },
  { ...minimal, names: null },
  { ...minimal, balances: {} },
  { ...minimal, visits: { items: null, names: {}, next: null } },
])('rejects %j', async (answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await expect(load(answer)).rejects.toThrow(UnexpectedAnswer)
})
