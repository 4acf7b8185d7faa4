import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { system, type Actor } from './actor.ts'
import { actions, can, otherSubjects } from './policy.ts'

const account = (role: string | null, status: 'active' | 'pending' | 'disabled' = 'active'): Actor => ({
  kind: 'account',
  id: 'a',
  name: 'A',
  email: 'a@example.in',
  status,
  role,
  sessionId: 's',
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

const subjects = [...catalogue.map((entity) => entity.name), ...otherSubjects]

/** `rcuds`: read, create, update, delete, restore; a dot where it is denied. */
function matrix(): string {
  const letters: Record<string, string> = { read: 'r', create: 'c', update: 'u', delete: 'd', restore: 's' }
  const rows = subjects.map((subject) => {
    const cells = Object.values(actors).map((actor) =>
      actions.map((action) => (can(actor, action, subject).allowed ? letters[action] : '.')).join(''),
    )
    return [subject.padEnd(24), ...cells].join(' ')
  })
  return `\n${rows.join('\n')}\n`
}

describe('the policy', () => {
  it('is this matrix, cell by cell', () => {
    // anonymous pending pending-admin disabled no-role unknown-role VIEWER FIELD OFFICE ADMIN
    expect(matrix()).toMatchInlineSnapshot(`
      "
      country                  ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      zone                     ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      state                    ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      pool                     ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      station                  ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      city                     ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      company                  ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      branch                   ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      functionalLevel          ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      jobFunction              ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      industry                 ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      role                     ..... ..... ..... ..... ..... ..... r.... r.... r.... rcuds
      staffUser                ..... ..... ..... ..... ..... ..... r.... r.... r.... rcuds
      userRole                 ..... ..... ..... ..... ..... ..... r.... r.... r.... rcuds
      application              ..... ..... ..... ..... ..... ..... r.... r.... r.... rcuds
      currency                 ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      gst                      ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      crop                     ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      cropLot                  ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      soil                     ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      season                   ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      material                 ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      paymentTerm              ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      customer                 ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      employee                 ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      cropSoilSeasonMapping    ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      cropMaterialMapping      ..... ..... ..... ..... ..... ..... r.... r.... rcuds rcuds
      contactMessage           .c... .c... .c... .c... .c... .c... .c... .c... rcuds rcuds
      service                  r.... r.... r.... r.... r.... r.... r.... r.... rcuds rcuds
      visit                    ..... ..... ..... ..... ..... ..... r.... rc... rcuds rcuds
      site                     r.... r.... r.... r.... r.... r.... r.... r.... r.... r....
      health                   r.... r.... r.... r.... r.... r.... r.... r.... r.... r....
      apiDescription           r.... r.... r.... r.... r.... r.... r.... r.... r.... r....
      session                  .c... .c... .c... .c... .c... .c... .c... .c... .c... .c...
      registration             .c... .c... .c... .c... .c... .c... .c... .c... .c... .c...
      ownProfile               ..... r.ud. r.ud. ..... r.ud. r.ud. r.ud. r.ud. r.ud. r.ud.
      account                  ..... ..... ..... ..... ..... ..... ..... ..... ..... rcuds
      "
    `)
  })

  it('denies what it has never heard of, to everyone', () => {
    for (const actor of Object.values(actors)) {
      for (const action of actions) expect(can(actor, action, 'payroll').allowed).toBe(false)
    }
  })

  it('always says why', () => {
    for (const actor of [...Object.values(actors), system('test')]) {
      for (const subject of subjects) {
        for (const action of actions) expect(can(actor, action, subject).because).toMatch(/^\w.{5,}/)
      }
    }
  })
})
