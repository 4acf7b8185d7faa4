import { expect, it } from 'vitest'
import { currentSubject } from '../access/current-subject.ts'
import { english, setLanguage } from '#domain/messages/t.ts'
import { destinationsFor, matchDestinations, subjectAt } from './destinations.ts'

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

it('finds screens and actions in the language of the reader, and in English', () => {
  const translations = { Receivables: 'લેણાં', City: 'શહેર', 'New {noun}': 'નવું {noun}', 'create add': 'ઉમેરો' }
  setLanguage(() => ({ locale: 'gu-IN', translations }))
  const { screens, actions } = destinationsFor(
    () => true,
    () => true,
  )
  const found = (typed: string): string[] =>
    matchDestinations([...screens, ...actions], typed, 3).map(({ to }) => to)
  setLanguage(() => english)
  for (const typed of ['લેણાં', 'receivables', 'debtors']) expect(found(typed), typed).toContain('/receivables')
  for (const typed of ['શહેર ઉમેરો', 'new city', 'નવું શહેર', 'add city'])
    expect(found(typed), typed).toContain('/contact6')
})

it('finds the list of customers first by its name, once', () => {
  const { screens, actions } = destinationsFor(
    () => true,
    () => true,
  )
  const found = matchDestinations([...screens, ...actions], 'customers', 10).map(({ to }) => to)
  expect(found[0]).toBe('/lists/customers')
  expect(found.filter((to) => to === '/lists/customers')).toHaveLength(1)
})
