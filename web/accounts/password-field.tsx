import { useState, type KeyboardEvent, type ReactNode } from 'react'
import '../styles/accounts.css'
import { Field } from '../ui/field.tsx'

interface PasswordFieldProps {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  problem?: string | undefined
  isRequired?: boolean
}

/** A password one can look at, with a word when Caps Lock would spoil it. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { label, name, autoComplete, hint, problem, isRequired } = props
  const [isShown, setShown] = useState(false)
  const [isCapsLocked, setCapsLocked] = useState(false)
  const look = (event: KeyboardEvent): void => setCapsLocked(event.getModifierState('CapsLock'))
  return (
    <Field
      label={label}
      hint={hint}
      problem={problem}
      aside={
        <p className="caps-lock" aria-live="polite">
          {isCapsLocked && 'Caps Lock is on.'}
        </p>
      }
    >
      {(attributes) => (
        <span className="control-joined password">
          <input
            {...attributes}
            className="control"
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required={isRequired}
            onKeyDown={look}
            onKeyUp={look}
            onBlur={() => setCapsLocked(false)}
          />
          <button type="button" className="control-button" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="for-readers"> {label.toLowerCase()}</span>
          </button>
        </span>
      )}
    </Field>
  )
}

/** The same sentence wherever a password is chosen; the server checks more than the length. */
export const passwordHint = 'At least 8 characters; 15 or more are better.'
