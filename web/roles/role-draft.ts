import { requiresRead } from '#domain/access/allowances.ts'
import { dataScopes, grants, type DataScope, type Grant, type Rights } from '#domain/access/rights.ts'
import { readRights } from '#domain/access/stored-access.ts'
import type { RoleChange, RoleGrid, RoleRow } from '#domain/api/access/roles.ts'
import { isOneOf } from '#domain/input.ts'
import { saveDraft, readDraft } from '../api/drafts/drafts.ts'
import { t } from '#domain/messages/t.ts'

export type SubjectRow = RoleGrid['subjects'][number]

/** The rights and the scope of a role, saved or not. */
export interface RoleDraft {
  rights: Rights
  sees: DataScope
  /** The version the draft is based on. */
  version: number
}

const formOf = (role: string): string => `/admin/roles ${role}`

export const grantsOn = (rights: Rights, subject: string): readonly Grant[] => rights[subject] ?? []

const isSame = (one: readonly Grant[], other: readonly Grant[]): boolean =>
  one.length === other.length && one.every((grant) => other.includes(grant))

export const toDraft = ({ rights, sees, version }: RoleRow): RoleDraft => ({
  rights,
  sees,
  version,
})

export const defaultDraft = ({ usual }: RoleRow, version: number): RoleDraft => ({ ...usual, version })

/** The unsaved draft of this tab, or undefined. */
export function readRoleDraft(role: string): RoleDraft | undefined {
  const stored = readDraft(formOf(role))
  if (!stored) return undefined
  const { ' sees': sees, ' version': version, ...rights } = stored.values
  if (!isOneOf(dataScopes, sees)) return undefined
  return { rights: readRights(rights), sees, version: Number(version) }
}

export function saveRoleDraft(row: RoleRow, draft: RoleDraft, subjects: readonly SubjectRow[]): void {
  const { rights, sees, version } = draft
  const isChanged = changesIn(row, draft, subjects).length > 0 || sees !== row.sees
  saveDraft(
    formOf(row.role),
    isChanged ? { values: { ...rights, ' sees': sees, ' version': String(version) }, none: [] } : null,
  )
}

export const deleteRoleDraft = (role: string): void => saveDraft(formOf(role), null)

export interface RightChange {
  subject: SubjectRow
  given: readonly Grant[]
  taken: readonly Grant[]
}

/** The rights a draft adds and removes, compared with the saved ones. */
export function changesIn(
  { rights: before }: Pick<RoleRow, 'rights'>,
  { rights: after }: RoleDraft,
  subjects: readonly SubjectRow[],
): RightChange[] {
  return subjects.flatMap((subject) => {
    const had = grantsOn(before, subject.subject)
    const has = grantsOn(after, subject.subject)
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

/** Adds or removes grants on subjects; a grant that needs `read` is added and removed together with it. */
export function withGrants(
  draft: RoleDraft,
  rows: readonly SubjectRow[],
  which: readonly Grant[],
  isGranted: boolean,
): RoleDraft {
  const rights: Record<string, readonly Grant[]> = { ...draft.rights }
  for (const row of rows) {
    const had = grantsOn(draft.rights, row.subject)
    const meant = assignableOn(row).filter(
      (grant) =>
        which.includes(grant) ||
        (isGranted
          ? grant === 'read' && which.some((other) => requiresRead(other, row.subject))
          : which.includes('read') && requiresRead(grant, row.subject)),
    )
    rights[row.subject] = grants.filter((grant) => (meant.includes(grant) ? isGranted : had.includes(grant)))
  }
  return { ...draft, rights }
}

/** The grants that roles other than administrator can have. */
export const assignableOn = ({ grants: all, administratorsOnly }: SubjectRow): readonly Grant[] =>
  all.filter((grant) => !administratorsOnly.includes(grant))

/** Sends only what differs from the defaults, so that the rest keeps following them. */
export function changeOf(row: RoleRow, draft: RoleDraft, subjects: readonly SubjectRow[]): RoleChange {
  const unusual = subjects.filter(
    ({ subject }) => !isSame(grantsOn(row.usual.rights, subject), grantsOn(draft.rights, subject)),
  )
  return {
    rights: Object.fromEntries(unusual.map(({ subject }) => [subject, grantsOn(draft.rights, subject)])),
    sees: draft.sees,
    version: draft.version,
  }
}

export const isDefault = (row: RoleRow, draft: RoleDraft, subjects: readonly SubjectRow[]): boolean =>
  draft.sees === row.usual.sees && changesIn({ rights: row.usual.rights }, draft, subjects).length === 0

export const scopeLabels = (): Record<DataScope, string> => ({
  everything: t('Everything'),
  zone: t('Their own zone'),
  state: t('Their own state'),
  pool: t('Their own pool'),
  station: t('Their own station'),
  city: t('Their own city'),
})
