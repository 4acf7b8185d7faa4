import { expect, it } from 'vitest'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { chosenTab, tabsFor } from './customer-tabs.ts'

const page = (members: object): CustomerPage => ({ plan: {}, ...members }) as unknown as CustomerPage
const mayAll = (): boolean => true
const mayNothing = (): boolean => false

it('shows the tabs with something that the account may see', () => {
  const visits = { items: [], next: null }
  expect(tabsFor(page({}), mayNothing)).toEqual(['data'])
  expect(tabsFor(page({}), (action) => action === 'history')).toEqual(['data', 'history'])
  expect(tabsFor(page({}), (_, subject) => subject === 'comment')).toEqual(['data', 'history'])
  expect(tabsFor(page({ assignments: [] }), mayNothing)).toEqual(['visits', 'data'])
  expect(tabsFor(page({ plan: { Balance: null } }), mayNothing)).toEqual(['money', 'data'])
  expect(tabsFor(page({ visits, balances: [] }), mayAll)).toEqual(['visits', 'money', 'data', 'history'])
})

it('opens the first tab when the requested one is unknown or not shown', () => {
  expect(chosenTab(['visits', 'data'], 'data')).toBe('data')
  expect(chosenTab(['visits', 'data'], 'money')).toBe('visits')
  expect(chosenTab(['data'], null)).toBe('data')
})
