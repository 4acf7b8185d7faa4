import { expect, it } from 'vitest'
import { groupGrants } from './group-rights.ts'

it('groups a grant on many masters, and lists a grant on few by name', () => {
  const names = ['crops', 'soils', 'zones', 'user role combinations']
  const said = [...names, 'the audit'].map((name) => `read ${name}`)
  expect(groupGrants(said)).toEqual(new Map())
  const more = groupGrants([...said, 'export zones', 'read states'])
  expect(more).toEqual(new Map([['read', [...names, 'states']]]))
})
