import { describe, expect, it } from 'vitest'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { changeOf, changesIn, isDefault, toDraft, defaultDraft, withGrants } from './role-draft.ts'

const subjects = [
  { subject: 'zone', label: 'zones', grants: ['read', 'create', 'export'], administratorsOnly: [] },
  { subject: 'role', label: 'roles', grants: ['read', 'create', 'export'], administratorsOnly: ['create'] },
] as const

const row: RoleRow = {
  role: 'OFFICE',
  name: 'Office',
  retiredOn: null,
  isBuiltIn: true,
  isFixed: false,
  rights: { zone: ['read'], role: ['read'] },
  sees: 'station',
  usual: { rights: { zone: ['read', 'export'], role: ['read'] }, sees: 'everything' },
  version: 3,
  requiresFactor: false,
  withoutFactor: 0,
  holders: 2,
}

describe('the draft of a role', () => {
  it('never contains rights reserved for administrators', () => {
    const all = withGrants(toDraft(row), subjects, ['read', 'create', 'export'], true)
    expect(all.rights).toEqual({ zone: ['read', 'create', 'export'], role: ['read', 'export'] })
    expect(withGrants(all, subjects, ['export'], false).rights).toEqual({
      zone: ['read', 'create'],
      role: ['read'],
    })
  })

  it('adds read with a grant that needs it, and removes both together', () => {
    const none = { ...toDraft(row), rights: {} }
    const [zones] = subjects
    expect(withGrants(none, [zones], ['export'], true).rights).toEqual({ zone: ['read', 'export'] })
    expect(withGrants(none, [zones], ['create'], true).rights).toEqual({ zone: ['create'] })
    const all = withGrants(none, [zones], ['read', 'create', 'export'], true)
    expect(withGrants(all, [zones], ['read'], false).rights).toEqual({ zone: ['create'] })
    const others = {
      subject: 'commentOfOthers',
      label: 'x',
      grants: ['delete'],
      administratorsOnly: [],
    } as const
    expect(withGrants(none, [others], ['delete'], true).rights).toEqual({ commentOfOthers: ['delete'] })
  })

  it('is compared with the saved rights regardless of order', () => {
    const draft = {
      ...toDraft(row),
      rights: { zone: ['export', 'create'], role: ['read'] },
    } as const
    expect(changesIn(row, draft, subjects)).toEqual([
      { subject: subjects[0], given: ['export', 'create'], taken: ['read'] },
    ])
    expect(changesIn({ rights: { zone: ['create', 'export'], role: ['read'] } }, draft, subjects)).toEqual([])
  })

  it('is sent as the difference from the default rights', () => {
    expect(changeOf(row, toDraft(row), subjects)).toEqual({
      rights: { zone: ['read'] },
      sees: 'station',
      version: 3,
    })
    const none = withGrants(toDraft(row), [subjects[1]], ['read'], false)
    expect(changeOf(row, none, subjects).rights).toEqual({ zone: ['read'], role: [] })
    const usual = defaultDraft(row, 3)
    expect(changeOf(row, usual, subjects)).toEqual({ rights: {}, sees: 'everything', version: 3 })
    expect([isDefault(row, usual, subjects), isDefault(row, toDraft(row), subjects)]).toEqual([true, false])
  })
})
