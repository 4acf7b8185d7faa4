import { expect, it } from 'vitest'
import { manyOf } from './many-masters.ts'

it('tells at once what is said of many masters, and by name what is not', () => {
  const names = ['crops', 'soils', 'zones', 'user role combinations']
  const said = [...names, 'the audit'].map((name) => `read ${name}`)
  expect(manyOf(said)).toEqual(new Map())
  const more = manyOf([...said, 'export zones', 'read states'])
  expect(more).toEqual(new Map([['read', [...names, 'states']]]))
})
