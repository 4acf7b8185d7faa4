import { describe, expect, it } from 'vitest'
import { forms } from '../contract/forms.ts'
import { barScreens, parentOf, placeAt, railGroups, railPlaceAt, railScreens } from './rail.ts'
import { screens } from './screens.ts'

const listed = railGroups.flatMap(railScreens)

describe('the rail', () => {
  it('lists every screen behind the log-in once, except those that are below one it lists', () => {
    expect(new Set(listed).size).toBe(listed.length)
    const missing = screens.filter(
      (screen) => !['public', 'open', 'account'].includes(screen.area) && !listed.includes(screen),
    )
    for (const { path } of missing) expect(listed, path).toContain(railPlaceAt(path.replaceAll(':', 'x')))
    expect(listed.filter(({ form }) => form)).toHaveLength(forms.length)
  })

  it('has the groups in their order, with the tabs first and the forms last', () => {
    expect(railScreens('work').map(({ path }) => path)).toEqual([
      '/today',
      '/get',
      '/calendar',
      '/round',
      '/visitentry',
      '/visits',
      '/work-plans',
      '/plan-results',
      '/plan-approvals',
      '/arrivals',
    ])
    expect(railScreens('customers')[0]?.path).toBe('/lists/customers')
    const masters = railScreens('masters')
    expect(masters.findLastIndex(({ icon }) => icon)).toBeLessThan(masters.findIndex(({ icon }) => !icon))
    for (const { path, icon, section } of masters) expect(icon ?? section, path).toBeDefined()
    expect(barScreens.map(({ path }) => path)).toEqual(['/', '/get', '/visits'])
  })
})

describe('the place of a URL', () => {
  it.each([
    ['/lists/customers', '/lists/customers'],
    ['/lists/zones', '/lists'],
    ['/Customers/C1001', '/lists/customers'],
    ['/records/zones/1', '/lists'],
    ['/records/customers/1', '/lists/customers'],
    ['/imports/4/', '/imports'],
    ['/admin', '/admin'],
    ['/admin/users', '/admin/users'],
    ['/contact5', '/contact5'],
    ['/outbox', '/today'],
    ['/record/C1001', '/today'],
    ['/', undefined],
    ['/account', undefined],
    ['/no/such/page', undefined],
  ])('%s is marked at %s', (pathname, path) => {
    expect(railPlaceAt(pathname)?.path).toBe(path)
  })

  it.each([
    ['/customers/C1001', '/lists/customers'],
    ['/records/zones/1', '/lists/zones'],
    ['/lists/zones', '/lists'],
    ['/imports/4', '/imports'],
    ['/admin/roles', '/admin'],
    ['/lists', undefined],
    ['/trees/places', undefined],
  ])('%s is below %s', (pathname, path) => {
    expect(parentOf(placeAt(pathname)!)?.path).toBe(path)
  })
})
