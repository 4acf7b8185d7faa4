import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { PasswordField } from './password-field.tsx'

interface WordsFormProps {
  /** What is asked for, in this order. */
  asks: readonly ('password' | 'code')[]
  submit: { label: string; tone: 'main' | 'danger' }
  /** Said when it is refused. */
  failure: string
  onSubmit: (words: { password: string; code: string }) => Promise<void>
  onCancel: () => void
}

/** Asks for the password, a code, or both, before something about the safety of the account changes. */
export function WordsForm({ asks, submit, failure, onSubmit, onCancel }: WordsFormProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    notify(null)
    setBusy(true)
    try {
      await onSubmit({ password: String(typed.get('password') ?? ''), code: String(typed.get('code') ?? '') })
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const isSaidBeside = asks.some((name) => name in found)
      notify({ tone: 'bad', text: failure, detail: isSaidBeside ? undefined : sentenceOf(error) })
      const first = asks.find((name) => name in found) ?? asks[0]!
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.select()
      setBusy(false)
    }
  }
  return (
    <form ref={form} method="post" className="stack" onSubmit={(event) => void send(event)}>
      {asks.includes('password') && (
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          problem={problems['password']}
          isRequired
        />
      )}
      {asks.includes('code') && <CodeField problem={problems['code']} />}
      <div className="form-actions">
        <Button type="submit" tone={submit.tone} busy={isBusy}>
          {submit.label}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** The code of an authenticator app; recovery codes have letters, so that it takes these, too. */
export function CodeField({ problem, hint }: { problem?: string | undefined; hint?: string }): ReactNode {
  return (
    <Field label="Code" hint={hint ?? 'The six digits your authenticator app shows.'} problem={problem}>
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
