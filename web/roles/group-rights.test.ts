import { expect, it } from 'vitest'
import { groupGrants } from './group-rights.ts'

it('groups a grant on many masters, and lists a grant on few by name', () => {
  const masters = ['crop', 'soil', 'zone', 'userRole']
  const some = [...masters, 'audit'].map((subject) => ({ subject, grant: 'read' as const }))
  expect(groupGrants(some)).toEqual(new Map())
  const more = groupGrants([
    ...some,
    { subject: 'zone', grant: 'export' },
    { subject: 'state', grant: 'read' },
  ])
  expect(more).toEqual(new Map([['read', [...masters, 'state']]]))
})
