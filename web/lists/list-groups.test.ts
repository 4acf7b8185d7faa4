import { expect, it } from 'vitest'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { groupLists } from './list-groups.tsx'

it('shows every list once, in its group', () => {
  const grouped = groupLists(catalogue)
  const names = grouped.flatMap(({ entities }) => entities.map(({ name }) => name))
  expect(names.toSorted()).toEqual(catalogue.map(({ name }) => name).toSorted())
  expect(grouped.map(({ label }) => label)).toEqual([
    'Customers and visits',
    'Territory',
    'Organisation',
    'People',
    'Crops and soils',
    'Trade',
    'Mappings',
    'Others',
  ])
})

it('leaves out groups without a list that may be read', () => {
  const cities = catalogue.filter(({ name }) => name === 'city')
  expect(groupLists(cities).map(({ label }) => label)).toEqual(['Territory'])
})
