import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'
import { t } from '#domain/messages/t.ts'

interface PasswordsFormProps {
  /** The fields shown, in this order. */
  asks: readonly ('password' | 'code')[]
  submit: { label: string; tone: 'main' | 'danger' }
  /** The title of the notice when the server refuses. */
  failure: string
  onSubmit: (credentials: { password: string; code: string }) => Promise<void>
  onCancel: () => void
}

/** Asks for the password, a code, or both before a change to the security of the account. */
export function PasswordsForm({ asks, submit, failure, onSubmit, onCancel }: PasswordsFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const {
    isBusy,
    problems,
    submit: send,
  } = useAccountForm({
    order: asks,
    failure,
    onSubmit: (text) => onSubmit({ password: text('password'), code: text('code') }),
  })
  return (
    <form ref={form} method="post" className="stack" onSubmit={send}>
      {asks.includes('password') && (
        <PasswordField
          label={t('Your password')}
          name="password"
          autoComplete="current-password"
          problem={problems.password}
          isRequired
        />
      )}
      {asks.includes('code') && <CodeField problem={problems.code} />}
      <div className="form-actions">
        <Button type="submit" tone={submit.tone} busy={isBusy}>
          {submit.label}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

/** The code of an authenticator app; accepts letters because recovery codes have them. */
export function CodeField({ problem, hint }: { problem?: string | undefined; hint?: string }): ReactNode {
  return (
    <Field
      label={t('Code')}
      hint={hint ?? t('The six digits your authenticator app shows.')}
      problem={problem}
    >
      {(attributes) => (
        <input
          {...attributes}
          className="control code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
        />
      )}
    </Field>
  )
}
