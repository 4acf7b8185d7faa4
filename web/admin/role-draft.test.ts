import { describe, expect, it } from 'vitest'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { changeOf, changesIn, isUsual, savedDraft, usualDraft, withGrants } from './role-draft.ts'

const subjects = [
  { subject: 'zone', label: 'zones', grants: ['read', 'create', 'export'], administratorsOnly: [] },
  { subject: 'role', label: 'roles', grants: ['read', 'create', 'export'], administratorsOnly: ['create'] },
] as const

const row: RoleRow = {
  role: 'OFFICE',
  name: 'Office',
  isBuiltIn: true,
  isFixed: false,
  rights: { zone: ['read'], role: ['read'] },
  sees: 'station',
  usual: { rights: { zone: ['read', 'export'], role: ['read'] }, sees: 'everything' },
  version: 3,
  holders: 2,
}

describe('what is ticked for a role', () => {
  it('never holds what is for administrators, however it is ticked', () => {
    const all = withGrants(savedDraft(row), subjects, ['read', 'create', 'export'], true)
    expect(all.rights).toEqual({ zone: ['read', 'create', 'export'], role: ['read', 'export'] })
    expect(withGrants(all, subjects, ['export'], false).rights).toEqual({
      zone: ['read', 'create'],
      role: ['read'],
    })
  })

  it('gives reading with what is of no use without it, and takes both away together', () => {
    const none = { ...savedDraft(row), rights: {} }
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

  it('is compared with what is saved, whatever the order of its ticks', () => {
    const draft = { ...savedDraft(row), rights: { zone: ['export', 'create'], role: ['read'] } } as const
    expect(changesIn(row, draft, subjects)).toEqual([
      { subject: subjects[0], given: ['export', 'create'], taken: ['read'] },
    ])
    expect(changesIn({ rights: { zone: ['create', 'export'], role: ['read'] } }, draft, subjects)).toEqual([])
  })

  it('is sent as what differs from the usual: the rest goes on following it', () => {
    expect(changeOf(row, savedDraft(row), subjects)).toEqual({
      rights: { zone: ['read'] },
      sees: 'station',
      version: 3,
    })
    const none = withGrants(savedDraft(row), [subjects[1]], ['read'], false)
    expect(changeOf(row, none, subjects).rights).toEqual({ zone: ['read'], role: [] })
    const usual = usualDraft(row, 3)
    expect(changeOf(row, usual, subjects)).toEqual({ rights: {}, sees: 'everything', version: 3 })
    expect([isUsual(row, usual, subjects), isUsual(row, savedDraft(row), subjects)]).toEqual([true, false])
  })
})
