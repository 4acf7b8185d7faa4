import type { ReactNode } from 'react'
import { hasDefaultRights } from '#domain/access/role-rights.ts'
import { describeRole } from '#domain/access/role-words.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { Field } from '../ui/field.tsx'
import { offeredRoles, withRetired } from './user-roles.ts'
import { t } from '#domain/messages/t.ts'

/** Describes the current rights of the role. */
function formatRole(role: string, roles: readonly RoleRow[]): string {
  const row = roles.find((each) => each.role === role)
  return describeRole(role, row !== undefined && hasDefaultRights(role, row.rights, 'everything'))
}

interface RoleFieldProps {
  roles: readonly RoleRow[]
  role: string
  /** The stored role of the account, which it may keep when it is retired. */
  held: string | null
  /** Shown after the description of the role. */
  more?: string
  problem: string | undefined
  onChange: (role: string) => void
}

/** The role of an account, with a description of its rights. */
export function RoleField({ roles, role, held, more = '', problem, onChange }: RoleFieldProps): ReactNode {
  return (
    <Field label={t('Role')} hint={role && `${formatRole(role, roles)} ${more}`.trim()} problem={problem}>
      {(attributes) => (
        <select
          {...attributes}
          className="control"
          name="role"
          value={role}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t('Choose…')}</option>
          {offeredRoles(roles, held).map((each) => (
            <option key={each.role} value={each.role}>
              {withRetired(each.name, each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
