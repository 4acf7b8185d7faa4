import type { ReactNode } from 'react'
import type { RoleRow } from '#domain/access/role-grid.ts'

import { Field } from '../ui/field.tsx'
import { roleInWords } from './account-sight.tsx'

interface RoleFieldProps {
  roles: readonly RoleRow[]
  role: string
  /** Said besides what the role may do. */
  more?: string
  problem: string | undefined
  onChange: (role: string) => void
}

/** The role of an account, with what it may do. */
export function RoleField({ roles, role, more = '', problem, onChange }: RoleFieldProps): ReactNode {
  return (
    <Field label="Role" hint={role && `${roleInWords(role, roles)} ${more}`.trim()} problem={problem}>
      {(attributes) => (
        <select
          {...attributes}
          className="control"
          name="role"
          value={role}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">Choose…</option>
          {roles.map(({ role: code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
