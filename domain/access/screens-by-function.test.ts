import { describe, expect, it } from 'vitest'
import { guardedPages } from '../screens/pages.ts'
import { grantable } from './role-rights.ts'
import {
  adviseProcess,
  groupNames,
  restrictedScreens,
  screenCode,
  screens,
  removeClosedRights,
  type Application,
  type RestrictedScreen,
} from './screens-by-function.ts'

const application = (process: string, codes: string[], path: Partial<Application> = {}): Application => ({
  id: process,
  appl: 'ERP',
  module: 'M',
  submodule: 'S',
  process,
  functions: codes.map((code) => ({ code, name: `The ${code}` })),
  ...path,
})

const restrictedBy = (...applications: Application[]): Record<string, string[]> =>
  Object.fromEntries(
    restrictedScreens(applications).map(({ name, by }: RestrictedScreen) => [
      name,
      by.flatMap(({ functions }) => functions.map(({ code }) => code)),
    ]),
  )

describe('screens', () => {
  it('are pages that need a login, each with a subject that can be granted to roles', () => {
    expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
    for (const { name, subject, label } of screens) {
      expect(guardedPages).toContain(`/${name}`)
      expect(Object.hasOwn(grantable, subject), subject).toBe(true)
      expect(label).not.toMatch(/\(/)
      expect(screenCode(name)).toBe(name)
    }
    // A new form may have no group.
    expect(screens.map(({ group }) => group)).toEqual(expect.arrayContaining([...groupNames]))
  })

  it('are matched without case, spaces and the leading slash, and by nothing else', () => {
    expect(screenCode(' / Contact 24 ')).toBe('contact24')
    for (const process of ['contact 2 4', '/CONTACT24', '//contact24'])
      expect(restrictedBy(application(process, ['SAL']))).toEqual({ contact24: ['SAL'] })
    for (const process of [
      '',
      '/',
      'contact',
      'contact240',
      'admin/users',
      'constructor',
      "' or 1=1 --",
      '\uFF23ontact24',
    ])
      expect(restrictedBy(application(process, ['SAL']))).toEqual({})
    // An Application without functions restricts nothing.
    expect(restrictedBy(application('contact24', []))).toEqual({})
  })

  it('are restricted by their own process, else by their submodule, else by their module', () => {
    const module = application('*', ['MOD'], { module: 'Visits' })
    const submodule = application('*', ['SUB'], { submodule: 'VISITS' })
    const own = application('visits', ['OWN'])
    const all = [
      'get',
      'visitentry',
      'calendar',
      'round',
      'visits',
      'collections',
      'plan-approvals',
      'plan-results',
      'work-plans',
      'admin/holidays',
      'admin/handover',
    ]
    expect(Object.keys(restrictedBy(module)).toSorted()).toEqual(all.toSorted())
    expect(restrictedBy(module, submodule)['get']).toEqual(['SUB'])
    expect(restrictedBy(module, submodule, own)).toMatchObject({ get: ['SUB'], visits: ['OWN'] })
    expect(restrictedBy(module, own, application('Visits', ['TOO']))['visits']).toEqual(['OWN', 'TOO'])
    expect(restrictedBy(application('VIS-01', ['X'], { module: 'visits' }))).toEqual({})
  })

  it('remove the rights on their subjects when closed, and what one closes no other opens', () => {
    const rights = { visit: ['read', 'create'], customer: ['read'], crop: [] } as const
    const close = (own: string[], ...applications: Application[]) =>
      removeClosedRights(rights, restrictedScreens(applications), own)
    const [planner, entry] = [application('get', ['SAL']), application('visitentry', ['AGR'])]
    expect(close(['sal'], planner)).toEqual({ rights, on: {} })
    expect(close(['WHS'], planner)).toEqual({
      rights: { customer: ['read'], crop: [] },
      on: { visit: { screen: 'Visit Planner', openTo: ['The SAL'], taken: ['read', 'create'] } },
    })
    expect(close(['SAL'], planner, entry).on).toMatchObject({ visit: { screen: 'Visit Entry' } })
    expect(close(['SAL', 'AGR'], planner, entry).on).toEqual({})
    // Records of customers are read-only without the right to read customers.
    const { rights: left, on } = close(['WHS'], application('contact24', ['SAL']))
    expect(left).toEqual({ visit: ['read'], crop: [] })
    expect(on).toMatchObject({
      customer: { taken: ['read'] },
      visit: { screen: 'Customer', taken: ['create'] },
    })
    // Rights that were never granted are not listed as removed.
    expect(close([], application('contact18', ['SAL']), application('contact19', ['SAL'])).on).toEqual({})
  })

  it('are explained beside the process code field', () => {
    const path = { module: 'Visits', submodule: 'S' }
    expect(adviseProcess('Contact 24', path)).toEqual([
      'This opens the screen Customer and its records only to the functions below and to administrators',
    ])
    expect(adviseProcess('*', path)[0]).toMatch(/^This opens every screen of visits and its records only /)
    expect(adviseProcess('*', { ...path, module: 'VIS' })[0]).toMatch(
      /^\* restricts nothing unless .* territory, /,
    )
    expect(adviseProcess('custom', path)).toEqual([
      'To open the screen Customer to these functions only, enter the process code contact24',
    ])
    for (const process of ['', 'co', 'GEO-01', '<b>']) expect(adviseProcess(process, path)).toEqual([])
  })
})
