import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { noAccess, system, type Actor } from './actor.ts'
import { actions, can } from './policy.ts'
import { hasDefaultRights, officeSubjects, openSubjects, rightsOf } from './role-rights.ts'
import { describeRole } from './role-words.ts'

const account = (role: string | null, status: 'active' | 'pending' | 'disabled' = 'active'): Actor => ({
  kind: 'account',
  language: null,
  id: 'a',
  name: 'A',
  email: 'a@example.in',
  status,
  role,
  sessionId: 's',
  access:
    role === null
      ? noAccess
      : { roles: [role], scope: 'everything', rights: rightsOf(role, undefined).rights },
})

const actors: Record<string, Actor> = {
  anonymous: { kind: 'anonymous', address: '10.0.0.1' },
  pending: account(null, 'pending'),
  'pending administrator': account('ADMIN', 'pending'),
  disabled: account('ADMIN', 'disabled'),
  'without role': account(null),
  'unknown role': account('KING'),
  VIEWER: account('VIEWER'),
  FIELD: account('FIELD'),
  OFFICE: account('OFFICE'),
  ADMIN: account('ADMIN'),
}

const subjects = [...catalogue.map((entity) => entity.name), ...openSubjects, ...officeSubjects]

/** `rcudshixa`: read, create, update, delete, restore, history, import, export, approve; a dot: denied. */
function matrix(): string {
  const letters: Record<string, string> = {
    read: 'r',
    create: 'c',
    update: 'u',
    delete: 'd',
    restore: 's',
    history: 'h',
    import: 'i',
    export: 'x',
    approve: 'a',
  }
  const rows = subjects.map((subject) => {
    const cells = Object.values(actors).map((actor) =>
      actions.map((action) => (can(actor, action, subject).allowed ? letters[action] : '.')).join(''),
    )
    return [subject.padEnd(24), ...cells].join(' ')
  })
  return `\n${rows.join('\n')}\n`
}

describe('the policy', () => {
  it('allows exactly the cells of this matrix', () => {
    // anonymous pending pending-admin disabled no-role unknown-role VIEWER FIELD OFFICE ADMIN
    expect(matrix()).toMatchInlineSnapshot(`
      "
      country                  ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      zone                     ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      state                    ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      pool                     ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      station                  ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      city                     ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      company                  ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      branch                   ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      functionalLevel          ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      jobFunction              ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      industry                 ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      role                     ......... ......... ......... ......... ......... ......... r....h... r....h... r....h.x. rcudshix.
      staffUser                ......... ......... ......... ......... ......... ......... r....h... r....h... r....h.x. rcudshix.
      userRole                 ......... ......... ......... ......... ......... ......... r....h... r....h... r....h.x. rcudshix.
      application              ......... ......... ......... ......... ......... ......... r....h... r....h... r....h.x. rcudshix.
      currency                 ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      gst                      ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      crop                     ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      soil                     ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      season                   ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      material                 ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      paymentTerm              ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      customer                 ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      cropLot                  ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      employee                 ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      cropSoilSeasonMapping    ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      cropMaterialMapping      ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      contactMessage           .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c....... rcudshix. rcudshix.
      service                  r........ r........ r........ r........ r........ r........ r....h... r....h... rcudshix. rcudshix.
      visit                    ......... ......... ......... ......... ......... ......... r....h... rc...h... rcudshix. rcudshix.
      balance                  ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      assignment               ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      holiday                  ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      customerPlace            ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      customerLicence          ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      cityPlace                ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      workingTime              ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      leave                    ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      workPlan                 ......... ......... ......... ......... ......... ......... r....h... rcu..h... rcudshix. rcudshix.
      workPlanStop             ......... ......... ......... ......... ......... ......... r....h... r....h... rcudshix. rcudshix.
      site                     r........ r........ r........ r........ r........ r........ r........ r........ r........ r........
      health                   r........ r........ r........ r........ r........ r........ r........ r........ r........ r........
      apiDescription           r........ r........ r........ r........ r........ r........ r........ r........ r........ r........
      session                  .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c.......
      registration             .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c.......
      passwordReset            .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c....... .c.......
      ownProfile               ......... r.ud..... r.ud..... ......... r.ud..... r.ud..... r.ud..... r.ud..... r.ud..... r.ud.....
      calendarFeed             r........ r........ r........ r........ r........ r........ r........ r........ r........ r........
      search                   ......... ......... ......... ......... ......... r........ r........ r........ r........ r........
      changeFeed               ......... ......... ......... ......... ......... r........ r........ r........ r........ r........
      savedView                ......... ......... ......... ......... ......... rc.d..... rc.d..... rc.d..... rc.d..... rc.d.....
      comment                  ......... ......... ......... ......... ......... rcud..... rcud..... rcud..... rcud..... rcud.....
      document                 ......... ......... ......... ......... ......... rcud..... rcud..... rcud..... rcud..... rcud.....
      account                  ......... ......... ......... ......... ......... ......... ......... ......... ......... rcudshixa
      savedViewOfOthers        ......... ......... ......... ......... ......... ......... ......... ......... ......... ...ds....
      batch                    ......... ......... ......... ......... ......... ......... ......... ......... rcudsh... rcudsh...
      importJob                ......... ......... ......... ......... ......... ......... ......... ......... rcudsh... rcudsh...
      commentOfOthers          ......... ......... ......... ......... ......... ......... ......... ......... ......... ...ds....
      series                   ......... ......... ......... ......... ......... ......... ......... ......... r....h... r.u..h...
      dataHealth               ......... ......... ......... ......... ......... ......... ......... ......... r.u..h... r.u..h...
      referenceData            ......... ......... ......... ......... ......... ......... ......... ......... r....h... rc...h...
      roleRights               ......... ......... ......... ......... ......... ......... ......... ......... ......... r.u..h...
      audit                    ......... ......... ......... ......... ......... ......... ......... ......... ......... r....h.x.
      apiToken                 ......... ......... ......... ......... ......... ......... ......... ......... ......... rc.dsh...
      webhook                  ......... ......... ......... ......... ......... ......... ......... ......... ......... rcudsh...
      "
    `)
  })

  it('denies an unknown subject to every actor', () => {
    for (const actor of Object.values(actors)) {
      for (const action of actions) expect(can(actor, action, 'payroll').allowed).toBe(false)
    }
  })

  it('names the functions that open a closed screen if the account may know them, and otherwise names the role', () => {
    const closedTo = (functions: string[], openTo: string[]): Actor => {
      const actor = account('OFFICE') as Extract<Actor, { kind: 'account' }>
      const { customer: taken = [], ...rights } = actor.access.rights
      const on = { customer: { screen: 'Customer', openTo, taken } }
      return { ...actor, access: { ...actor.access, rights, closed: { functions, on } } }
    }
    const because = (functions: string[], openTo: string[]): string =>
      can(closedTo(functions, openTo), 'history', 'customer').because
    expect(because(['Dispatch'], ['Sales', 'Accounts'])).toBe(
      'Customer is open to the functions Sales and Accounts, not to Dispatch',
    )
    expect(because([], ['Sales'])).toBe(
      'Customer is open to the function Sales, and this account has no function in the User master',
    )
    expect(because(['Dispatch', 'Stores'], [])).toBe(
      'Customer is open to certain functions, not to Dispatch and Stores',
    )
    expect(because(['D'], ['A', 'B', 'C', 'E', 'F', 'G', 'H'])).toBe(
      'Customer is open to the functions A, B, C, E, F and others, not to D',
    )
    for (const action of actions) expect(can(closedTo([], []), action, 'customer').allowed).toBe(false)
    expect(can(closedTo([], []), 'approve', 'customer').because).toMatch(/^The role Office may not approve/)
    expect(can(closedTo([], []), 'read', 'constructor').because).toMatch(/^The role Office may not read/)
    expect(can(closedTo([], []), 'read', 'crop').allowed).toBe(true)
  })

  it('always gives a reason', () => {
    for (const actor of [...Object.values(actors), system('test')]) {
      for (const subject of subjects) {
        for (const action of actions) expect(can(actor, action, subject).because).toMatch(/^\w.{5,}/)
      }
    }
  })

  it('describes a built-in role by its default text only while it has its default rights', () => {
    const decided = { rights: { customer: ['read', 'export'] as const }, sees: null }
    const words = (rights: ReturnType<typeof rightsOf>['rights']): string =>
      describeRole('FIELD', hasDefaultRights('FIELD', rights, 'everything'))
    expect(words(rightsOf('FIELD', undefined).rights)).toBe('Reads the masters, plans and records visits.')
    expect(words(rightsOf('FIELD', decided).rights)).toBe(
      'Can do what an administrator allowed for this role.',
    )
  })
})
