import type { ReactNode } from 'react'
import type { AccessPreviewRequest } from '#domain/api/access/previews.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { email as emailField } from '#domain/catalogue/kinds/email.ts'
import { previewAccess } from '../api/access.ts'
import { useQuery } from '../ui/use-query.ts'
import { describeOtherRoles } from './user-roles.ts'
import { placesOf, validateScope, type UserScope } from './user-scope.tsx'
import { t } from '#domain/messages/t.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

interface AccessPreviewProps {
  email: string
  role: string
  /** Whether the role can be limited to places. */
  hasPlaces: boolean
  scope: UserScope
  roles: readonly RoleRow[]
  /** Roles that the form already shows. */
  known?: readonly string[]
}

const debounce = 400 // milliseconds; long enough that no half-typed e-mail address is looked up

/** Shows how many customers an account would see with the chosen values, as the server's policy answers. */
export function AccessPreview({
  email,
  role,
  hasPlaces,
  scope,
  roles,
  known,
}: AccessPreviewProps): ReactNode {
  const draftAccess: AccessPreviewRequest = { email: email.trim(), role, places: placesOf(hasPlaces, scope) }
  const isComplete =
    role !== '' &&
    !('problem' in readField(emailField(t('Email')), draftAccess.email)) &&
    (!hasPlaces || !validateScope(scope))
  const { data, isLoading } = useQuery(
    [JSON.stringify(draftAccess)],
    (signal) => previewAccess(draftAccess, signal),
    {
      enabled: isComplete,
      debounce,
      onError: (error) => console.warn('Could not load the access preview', error),
    },
  )
  // While the next preview loads, the previous one would be misleading.
  const shown = isComplete && !isLoading ? data : undefined
  const others = (shown?.otherRoles ?? []).filter((each) => !known?.includes(each))
  return (
    <output className="access-preview">
      {shown && `${shown.summary}. ${describeOtherRoles({ role, roles: others }, roles)}`.trim()}
    </output>
  )
}
