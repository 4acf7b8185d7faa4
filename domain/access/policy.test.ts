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

/** `rcudsh`: read, create, update, delete, restore, see the history; a dot where it is denied. */
function matrix(): string {
  const letters: Record<string, string> = {
    read: 'r',
    create: 'c',
    update: 'u',
    delete: 'd',
    restore: 's',
    history: 'h',
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
  it('is this matrix, cell by cell', () => {
    // anonymous pending pending-admin disabled no-role unknown-role VIEWER FIELD OFFICE ADMIN
    expect(matrix()).toMatchInlineSnapshot(`
      "
      country                  ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      zone                     ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      state                    ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      pool                     ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      station                  ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      city                     ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      company                  ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      branch                   ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      functionalLevel          ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      jobFunction              ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      industry                 ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      role                     ...... ...... ...... ...... ...... ...... r....h r....h r....h rcudsh
      staffUser                ...... ...... ...... ...... ...... ...... r....h r....h r....h rcudsh
      userRole                 ...... ...... ...... ...... ...... ...... r....h r....h r....h rcudsh
      application              ...... ...... ...... ...... ...... ...... r....h r....h r....h rcudsh
      currency                 ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      gst                      ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      crop                     ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      cropLot                  ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      soil                     ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      season                   ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      material                 ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      paymentTerm              ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      customer                 ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      employee                 ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      cropSoilSeasonMapping    ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      cropMaterialMapping      ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      contactMessage           .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c.... rcudsh rcudsh
      service                  r..... r..... r..... r..... r..... r..... r....h r....h rcudsh rcudsh
      visit                    ...... ...... ...... ...... ...... ...... r....h rc...h rcudsh rcudsh
      balance                  ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      assignment               ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      holiday                  ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      customerPlace            ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      cityPlace                ...... ...... ...... ...... ...... ...... r....h r....h rcudsh rcudsh
      site                     r..... r..... r..... r..... r..... r..... r..... r..... r..... r.....
      health                   r..... r..... r..... r..... r..... r..... r..... r..... r..... r.....
      apiDescription           r..... r..... r..... r..... r..... r..... r..... r..... r..... r.....
      session                  .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c....
      registration             .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c....
      passwordReset            .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c.... .c....
      ownProfile               ...... r.ud.. r.ud.. ...... r.ud.. r.ud.. r.ud.. r.ud.. r.ud.. r.ud..
      calendarFeed             r..... r..... r..... r..... r..... r..... r..... r..... r..... r.....
      account                  ...... ...... ...... ...... ...... ...... ...... ...... ...... rcudsh
      savedView                ...... ...... ...... ...... ...... ...... rc.d.. rc.d.. rc.d.. rc.d..
      savedViewOfOthers        ...... ...... ...... ...... ...... ...... ...... ...... ...... ...d..
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
