import type { ReactNode } from 'react'
import { Field } from '../ui/field.tsx'

interface EmailFieldProps {
  label: string
  hint?: string
  problem: string | undefined
  /** Initial value. */
  email?: string
}

/** The e-mail address of an account, which is its login name. */
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
