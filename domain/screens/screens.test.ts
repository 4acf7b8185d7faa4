import { describe, expect, it } from 'vitest'
import { adminForms } from '../contract/admin-forms.ts'
import { forms } from '../contract/forms.ts'
import { grantable, openSubjects } from '../access/role-rights.ts'
import { adminScreens } from './admin-screens.ts'
import { dataScreens } from './data-screens.ts'
import { fieldScreens } from './field-screens.ts'
import { headerDetails } from './header-details.ts'
import { headerScreens } from './header-screens.ts'
import { guardedPages, parameterPages } from './pages.ts'
import { publicPages } from './public-pages.ts'
import { mayOpen, type Screen } from './screen.ts'
import { screens, tiles } from './screens.ts'
import { tabsAmong } from './tabs.ts'
import { workScreens } from './work-screens.ts'

const header = { ...headerScreens, ...headerDetails }
const files: Record<string, Screen>[] = [header, workScreens, fieldScreens, dataScreens, adminScreens]

describe('the registry of screens', () => {
  it('declares every path once', () => {
    const paths = [
      ...files.flatMap((file) => Object.keys(file)),
      ...[...forms, ...adminForms].map(({ route }) => route),
    ]
    expect(new Set(paths).size).toBe(paths.length)
    expect(screens.map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
  })

  it('has an admin area under /admin, and no other screen there', () => {
    for (const { path, area } of screens)
      expect([path, area === 'admin']).toEqual([path, /^\/admin(?:\/|$)/.test(path)])
  })

  it('needs only rights that exist', () => {
    for (const { path, needs = [], needsOneOf = [] } of screens)
      for (const [action, subject] of [...needs, ...needsOneOf])
        expect(
          (openSubjects as readonly string[]).includes(subject) ||
            (grantable[subject] as readonly string[] | undefined)?.includes(action),
          `${path}: ${action} ${subject}`,
        ).toBe(true)
  })

  it('gives each tile and each tab its own position', () => {
    expect(tiles.map(({ tile }) => tile!.position)).toEqual(tiles.map((_, at) => at + 1))
    const all = Object.assign({}, ...files) as Record<`/${string}`, Screen>
    expect(tabsAmong(all, 'work').map(({ path }) => path)).toEqual([
      '/get',
      '/calendar',
      '/round',
      '/visitentry',
      '/visits',
    ])
    expect(tabsAmong(all, 'office').map(({ path }) => path)).toEqual([
      '/admin/users',
      '/admin/contacts',
      '/admin/contact1',
      '/admin',
      '/admin/tools',
    ])
  })

  it('has every route as exactly one page', () => {
    const pages = [...publicPages, ...guardedPages, ...parameterPages]
    expect(new Set(pages).size).toBe(pages.length)
    expect(publicPages).toEqual(['/', '/about', '/services', '/register', '/login', '/contact'])
    expect(parameterPages).toEqual(
      expect.arrayContaining(['/customers/:code', '/lists/:path', '/records/:path/:id', '/trees/:tree']),
    )
    expect(guardedPages).not.toContain('/trees/territory')
  })

  it('opens a form with any of its rights, and another screen with all of them', () => {
    const screenAt = (path: string): Screen => screens.find((each) => each.path === path)!
    const form = screenAt('/contact2')
    expect(mayOpen(form, (action) => action === 'create', true)).toBe(true)
    expect(mayOpen(form, () => false, true)).toBe(false)
    expect(mayOpen({ label: 'Home', area: 'public', group: 'site' }, () => false, false)).toBe(true)
    expect(mayOpen(screenAt('/admin/balances'), (action) => action === 'create', true)).toBe(false)
    expect(mayOpen(screenAt('/admin/balances'), () => true, false)).toBe(true)
    expect(mayOpen(screenAt('/admin/handover'), () => true, false)).toBe(false)
    expect(mayOpen(screenAt('/admin/handover'), () => true, true)).toBe(true)
  })
})
