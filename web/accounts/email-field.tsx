import type { ReactNode } from 'react'
import { Field } from '../ui/field.tsx'

interface EmailFieldProps {
  label: string
  hint?: string
  problem: string | undefined
  /** What stands there at first. */
  email?: string
}

/** The address an account is known by. */
export function EmailField({ label, hint, problem, email }: EmailFieldProps): ReactNode {
  return (
    <Field label={label} problem={problem} {...(hint !== undefined && { hint })}>
      {(attributes) => (
        <input
          {...attributes}
          className="control"
          type="email"
          name="email"
          autoComplete="username"
          defaultValue={email}
          required
        />
      )}
    </Field>
  )
}
