import { describe, expect, it } from 'vitest'
import { guardedPages } from '../contract/pages.ts'
import { grantable } from './role-rights.ts'
import {
  adviseProcess,
  groupNames,
  ruledScreens,
  screenCode,
  screens,
  withoutClosed,
  type Application,
  type RuledScreen,
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

const ruledBy = (...applications: Application[]): Record<string, string[]> =>
  Object.fromEntries(
    ruledScreens(applications).map(({ name, by }: RuledScreen) => [
      name,
      by.flatMap(({ functions }) => functions.map(({ code }) => code)),
    ]),
  )

describe('screens', () => {
  it('are pages behind the log-in, each keeping something that roles are given', () => {
    expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
    for (const { name, subject, label } of screens) {
      expect(guardedPages).toContain(`/${name}`)
      expect(Object.hasOwn(grantable, subject), subject).toBe(true)
      expect(label).not.toMatch(/\(/)
      expect(screenCode(name)).toBe(name)
    }
    // A new form may be in none.
    expect(screens.map(({ group }) => group)).toEqual(expect.arrayContaining([...groupNames]))
  })

  it('are named without regard to case, spaces and the first slash, and by nothing else', () => {
    expect(screenCode(' / Contact 24 ')).toBe('contact24')
    for (const process of ['contact 2 4', '/CONTACT24', '//contact24'])
      expect(ruledBy(application(process, ['SAL']))).toEqual({ contact24: ['SAL'] })
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
      expect(ruledBy(application(process, ['SAL']))).toEqual({})
    // Without functions nothing is said.
    expect(ruledBy(application('contact24', []))).toEqual({})
  })

  it('are ruled by their own process, else by their submodule, else by their module', () => {
    const module = application('*', ['MOD'], { module: 'Visits' })
    const submodule = application('*', ['SUB'], { submodule: 'VISITS' })
    const own = application('visits', ['OWN'])
    const all = ['get', 'visitentry', 'calendar', 'round', 'visits', 'admin/holidays', 'admin/handover']
    expect(Object.keys(ruledBy(module)).toSorted()).toEqual(all.toSorted())
    expect(ruledBy(module, submodule)['get']).toEqual(['SUB'])
    expect(ruledBy(module, submodule, own)).toMatchObject({ get: ['SUB'], visits: ['OWN'] })
    expect(ruledBy(module, own, application('Visits', ['TOO']))['visits']).toEqual(['OWN', 'TOO'])
    expect(ruledBy(application('VIS-01', ['X'], { module: 'visits' }))).toEqual({})
  })

  it('take away what they keep, and what one closes no other opens', () => {
    const rights = { visit: ['read', 'create'], customer: ['read'], crop: [] } as const
    const close = (own: string[], ...applications: Application[]) =>
      withoutClosed(rights, ruledScreens(applications), own)
    const [planner, entry] = [application('get', ['SAL']), application('visitentry', ['AGR'])]
    expect(close(['sal'], planner)).toEqual({ rights, on: {} })
    expect(close(['WHS'], planner)).toEqual({
      rights: { customer: ['read'], crop: [] },
      on: { visit: { screen: 'Visit Planner', openTo: ['The SAL'], taken: ['read', 'create'] } },
    })
    expect(close(['SAL'], planner, entry).on).toMatchObject({ visit: { screen: 'Visit Entry' } })
    expect(close(['SAL', 'AGR'], planner, entry).on).toEqual({})
    // What belongs to customers is not written without them.
    const { rights: left, on } = close(['WHS'], application('contact24', ['SAL']))
    expect(left).toEqual({ visit: ['read'], crop: [] })
    expect(on).toMatchObject({
      customer: { taken: ['read'] },
      visit: { screen: 'Customer', taken: ['create'] },
    })
    // What nobody gave cannot be taken.
    expect(close([], application('contact18', ['SAL']), application('contact19', ['SAL'])).on).toEqual({})
  })

  it('are told of beside the process that is typed in', () => {
    const path = { module: 'Visits', submodule: 'S' }
    expect(adviseProcess('Contact 24', path)).toEqual([
      'This opens the screen Customer, and all it keeps, only to the functions below and to administrators',
    ])
    expect(adviseProcess('*', path)[0]).toMatch(/^This opens every screen of visits, /)
    expect(adviseProcess('*', { ...path, module: 'VIS' })[0]).toMatch(
      /^\* closes nothing unless .* territory, /,
    )
    expect(adviseProcess('custom', path)).toEqual([
      'To open the screen Customer to these functions only, call the process contact24',
    ])
    for (const process of ['', 'co', 'GEO-01', '<b>']) expect(adviseProcess(process, path)).toEqual([])
  })
})
