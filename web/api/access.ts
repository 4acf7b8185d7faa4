import type { AccessQuery, Explanation } from '#domain/api/access/explanation.ts'
import type { AccessPreview, AccessPreviewRequest } from '#domain/api/access/previews.ts'
import type { RequiredFactor, RoleChange, RoleGrid, RolePreview, RoleRow } from '#domain/api/access/roles.ts'
import { request } from './client.ts'
import { readDocument, readOr } from './read.ts'

/** The rights of roles, and explanations of access decisions. */

export function readRoleGrid(signal: AbortSignal): Promise<RoleGrid> {
  return readOr<RoleGrid>('/api/v1/role-rights', { roles: [], subjects: [], closedScreens: [] }, { signal })
}

const pathOf = (role: string): string => `/api/v1/role-rights/${encodeURIComponent(role)}`

/** Dry run: which accounts a change would affect, and how. */
export function previewRole(role: string, body: RoleChange, signal: AbortSignal): Promise<RolePreview> {
  return request<RolePreview>('POST', `${pathOf(role)}/preview`, { body, signal })
}

export function changeRole(role: string, body: RoleChange): Promise<RoleRow> {
  return request<RoleRow>('PUT', pathOf(role), { body })
}

export function requireFactor(role: string, body: RequiredFactor): Promise<RoleRow> {
  return request<RoleRow>('PUT', `${pathOf(role)}/second-factor`, { body })
}

/** Dry run: what an account would see. */
export function previewAccess(body: AccessPreviewRequest, signal: AbortSignal): Promise<AccessPreview> {
  return request('POST', '/api/v1/access-preview', { body, signal })
}

export function explainAccess(
  { action, subject, record, account }: AccessQuery,
  signal: AbortSignal,
): Promise<Explanation> {
  return readDocument<Explanation>(
    '/api/v1/access-explanation',
    { because: '', roles: [], rights: {} },
    { query: { action, subject, record, account }, signal },
  )
}
