import { expect, it } from 'vitest'
import { currentSubject } from '../access/current-subject.ts'
import { subjectAt } from './destinations.ts'

it.each([
  ['/admin/users', 'account', 'read'],
  ['/admin/roles', 'roleRights', 'read'],
  ['/admin/tokens', 'apiToken', 'read'],
  ['/admin/audit', 'audit', 'export'],
  ['/admin/holidays', 'holiday', 'create'],
  ['/lists/zones', 'zone', 'create'],
])(
  'on %s the access dialog starts with %s and the first action that is not allowed',
  (path, subject, action) => {
    const isForAdministrators = ['account', 'roleRights', 'apiToken'].includes(subject)
    const may = (grant: string): boolean => grant === 'read' && !isForAdministrators
    expect(currentSubject(path, may, subjectAt(path))).toMatchObject({ subject, action })
  },
)

it('has no subject on screens without rights', () => {
  for (const path of ['/account', '/'])
    expect(
      currentSubject(path, () => true, subjectAt(path)),
      path,
    ).toBeUndefined()
})
