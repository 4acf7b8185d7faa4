import { needsReading } from '#domain/access/allowances.ts'
import { grants, type Grant, type Rights, type Sight } from '#domain/access/rights.ts'
import type { RoleGrid, RoleRow } from '#domain/access/role-grid.ts'
import type { RoleChange } from '../api/access.ts'
import { keepDraft, readDraft } from '../api/drafts.ts'

export type SubjectRow = RoleGrid['subjects'][number]

/** What is ticked for a role and how far it sees, saved or not. */
export interface RoleDraft {
  rights: Rights
  sees: Sight
  /** The version it was begun from. */
  version: number
}

const formOf = (role: string): string => `/admin/roles ${role}`

export const givenOn = (rights: Rights, subject: string): readonly Grant[] => rights[subject] ?? []

const isSame = (one: readonly Grant[], other: readonly Grant[]): boolean =>
  one.length === other.length && one.every((grant) => other.includes(grant))

export const savedDraft = ({ rights, sees, version }: RoleRow): RoleDraft => ({ rights, sees, version })

export const usualDraft = ({ usual }: RoleRow, version: number): RoleDraft => ({ ...usual, version })

/** What was ticked in this tab and not saved; undefined where nothing was. */
export function keptDraft(role: string): RoleDraft | undefined {
  const kept = readDraft(formOf(role))
  if (!kept) return undefined
  const { ' sees': sees, ' version': version, ...rights } = kept.values
  return { rights: rights as Rights, sees: sees as Sight, version: Number(version) }
}

export function keepRole(row: RoleRow, draft: RoleDraft, subjects: readonly SubjectRow[]): void {
  const { rights, sees, version } = draft
  const isChanged = changesIn(row, draft, subjects).length > 0 || sees !== row.sees
  keepDraft(
    formOf(row.role),
    isChanged ? { values: { ...rights, ' sees': sees, ' version': String(version) }, none: [] } : null,
  )
}

export const forgetRole = (role: string): void => keepDraft(formOf(role), null)

export interface RightChange {
  subject: SubjectRow
  given: readonly Grant[]
  taken: readonly Grant[]
}

/** What a draft gives and takes away, compared with what is saved. */
export function changesIn(
  { rights: before }: Pick<RoleRow, 'rights'>,
  { rights: after }: RoleDraft,
  subjects: readonly SubjectRow[],
): RightChange[] {
  return subjects.flatMap((subject) => {
    const had = givenOn(before, subject.subject)
    const has = givenOn(after, subject.subject)
    if (isSame(had, has)) return []
    return [
      {
        subject,
        given: has.filter((grant) => !had.includes(grant)),
        taken: had.filter((grant) => !has.includes(grant)),
      },
    ]
  })
}

/** Ticks or unticks some grants on subjects. What is of no use without reading is ticked with it and goes with it. */
export function withGrants(
  draft: RoleDraft,
  rows: readonly SubjectRow[],
  which: readonly Grant[],
  isGiven: boolean,
): RoleDraft {
  const rights: Record<string, readonly Grant[]> = { ...draft.rights }
  for (const row of rows) {
    const had = givenOn(draft.rights, row.subject)
    const meant = givableOn(row).filter(
      (grant) =>
        which.includes(grant) ||
        (isGiven
          ? grant === 'read' && which.some((other) => needsReading(other, row.subject))
          : which.includes('read') && needsReading(grant, row.subject)),
    )
    rights[row.subject] = grants.filter((grant) => (meant.includes(grant) ? isGiven : had.includes(grant)))
  }
  return { ...draft, rights }
}

/** What a role other than the administrator's can be given. */
export const givableOn = ({ grants: all, administratorsOnly }: SubjectRow): readonly Grant[] =>
  all.filter((grant) => !administratorsOnly.includes(grant))

/** Only what is not as usual is decided: the rest goes on following what is usual. */
export function changeOf(row: RoleRow, draft: RoleDraft, subjects: readonly SubjectRow[]): RoleChange {
  const unusual = subjects.filter(
    ({ subject }) => !isSame(givenOn(row.usual.rights, subject), givenOn(draft.rights, subject)),
  )
  return {
    rights: Object.fromEntries(unusual.map(({ subject }) => [subject, givenOn(draft.rights, subject)])),
    sees: draft.sees,
    version: draft.version,
  }
}

export const isUsual = (row: RoleRow, draft: RoleDraft, subjects: readonly SubjectRow[]): boolean =>
  draft.sees === row.usual.sees && changesIn({ rights: row.usual.rights }, draft, subjects).length === 0

export const sightWords: Record<Sight, string> = {
  everything: 'Everything',
  zone: 'Their own zone',
  state: 'Their own state',
  pool: 'Their own pool',
  station: 'Their own station',
  city: 'Their own city',
}
