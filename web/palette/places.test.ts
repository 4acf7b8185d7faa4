import { expect, it } from 'vitest'
import { askedHere } from '../entity/asked-here.ts'
import { subjectAt } from './places.ts'

it.each([
  ['/admin/users', 'account', 'read'],
  ['/admin/roles', 'roleRights', 'read'],
  ['/admin/tokens', 'apiToken', 'read'],
  ['/admin/audit', 'audit', 'export'],
  ['/admin/holidays', 'holiday', 'create'],
  ['/lists/zones', 'zone', 'create'],
])('on %s one asks about %s first, by what one may not', (path, subject, action) => {
  const isForAdministrators = ['account', 'roleRights', 'apiToken'].includes(subject)
  const may = (grant: string): boolean => grant === 'read' && !isForAdministrators
  expect(askedHere(path, may, subjectAt(path))).toMatchObject({ subject, action })
})

it('is asked in general where a screen keeps nothing that is given to roles', () => {
  for (const path of ['/account', '/'])
    expect(
      askedHere(path, () => true, subjectAt(path)),
      path,
    ).toBeUndefined()
})
