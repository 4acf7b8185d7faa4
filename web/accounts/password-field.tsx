import { useState, type KeyboardEvent, type ReactNode } from 'react'
import './security/accounts.css'
import { Field } from '../ui/field.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface PasswordFieldProps {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  problem?: string | undefined
  isRequired?: boolean
}

/** A password input with a show/hide button and a Caps Lock warning. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { label, name, autoComplete, hint, problem, isRequired } = props
  const [isShown, setShown] = useState(false)
  const [isCapsLocked, setCapsLocked] = useState(false)
  const checkCapsLock = (event: KeyboardEvent): void => setCapsLocked(event.getModifierState('CapsLock'))
  return (
    <Field
      label={label}
      hint={hint}
      problem={problem}
      aside={
        <p className="caps-lock" aria-live="polite">
          {isCapsLocked && t('Caps Lock is on.')}
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
            onKeyDown={checkCapsLock}
            onKeyUp={checkCapsLock}
            onBlur={() => setCapsLocked(false)}
          />
          <button type="button" className="control-button" onClick={() => setShown(!isShown)}>
            <RichText
              message={isShown ? 'Hide<label> {label}</label>' : 'Show<label> {label}</label>'}
              values={{ label: label.toLowerCase() }}
              tags={{ label: (text) => <span className="for-readers">{text}</span> }}
            />
          </button>
        </span>
      )}
    </Field>
  )
}

/** Used by every form that sets a password; the server checks more than the length. */
export const passwordHint = (): string => t('At least 8 characters; 15 or more are better.')
