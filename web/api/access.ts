import type { Action, Scope } from '#domain/access/rights.ts'
import type { RoleDecision } from '#domain/access/role-rights.ts'
import type { Explanation, RoleGrid, RolePreview, RoleRow } from '#domain/access/role-grid.ts'
import { request } from './client.ts'
import { readDocument, readOr } from './read.ts'

/** What each role may do, and why somebody may or may not. */

export function readRoleGrid(signal: AbortSignal): Promise<RoleGrid> {
  return readOr<RoleGrid>('/api/v1/role-rights', { roles: [], subjects: [], closedScreens: [] }, { signal })
}

export interface RoleChange extends RoleDecision {
  version: number
}

const pathOf = (role: string): string => `/api/v1/role-rights/${encodeURIComponent(role)}`

/** What a change would do to whom; nothing is changed. */
export function previewRole(role: string, body: RoleChange): Promise<RolePreview> {
  return request<RolePreview>('POST', `${pathOf(role)}/preview`, { body })
}

export function changeRole(role: string, body: RoleChange): Promise<RoleRow> {
  return request<RoleRow>('PUT', pathOf(role), { body })
}

export interface TriedAccess {
  email: string
  role: string
  places: Scope
}

interface AccessTold {
  summary: string
  /** Those that the e-mail brings along, by the User Role Combination master. */
  otherRoles: readonly string[]
}

/** What an account would see; nothing is changed. */
export function previewAccess(body: TriedAccess, signal: AbortSignal): Promise<AccessTold> {
  return request('POST', '/api/v1/access-preview', { body, signal })
}

export interface Question {
  action: Action
  subject: string
  /** One record, by id or code. */
  record?: string | undefined
  /** Somebody else, by the id of the account. */
  account?: string | undefined
}

export function askWhy({ action, subject, record, account }: Question): Promise<Explanation> {
  return readDocument<Explanation>(
    '/api/v1/why',
    { because: '', roles: [], rights: {} },
    { query: { action, subject, record, account } },
  )
}
