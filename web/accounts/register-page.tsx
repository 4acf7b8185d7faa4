import { useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { accountMessages } from '#domain/contract/account-messages.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { register } from './log-in-api.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { saveTabValues, readTabValues } from '../api/drafts/drafts.ts'
import { LanguageChoice } from '../language/language-choice.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { PasswordField, passwordHint } from './password-field.tsx'
import { pendingApprovalText } from './pending-approval.ts'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface FieldRow {
  name: 'username' | 'email' | 'phone'
  label: () => string
  isOptional?: boolean
  input: ComponentProps<'input'>
}

// The specification has no required flags here: the server reports missing values beside the fields.
const fields: readonly FieldRow[] = [
  { name: 'username', label: () => t('User Name'), input: { type: 'text', autoComplete: 'name' } },
  { name: 'email', label: () => t('Email'), input: { type: 'email', autoComplete: 'username' } },
  {
    name: 'phone',
    label: () => t('Phone'),
    isOptional: true,
    input: {
      type: 'number',
      inputMode: 'numeric',
      autoComplete: 'tel-national',
      min: 0,
      // Arrow keys and the mouse wheel must not change a phone number.
      onKeyDown: (event) => /^Arrow(?:Up|Down)$/.test(event.key) && event.preventDefault(),
      onWheel: (event) => event.currentTarget.blur(),
    },
  },
]
const order = [...fields.map(({ name }) => name), 'password' as const]
const draftName = 'registration'

/** Saves the draft without the password, which is never stored. */
function saveTyped(form: HTMLFormElement): void {
  const typed = new FormData(form)
  const values = Object.fromEntries(fields.map(({ name }) => [name, String(typed.get(name) ?? '')]))
  saveTabValues(draftName, values)
}

export function RegisterPage(): ReactNode {
  const [draft] = useState(() => readTabValues(draftName))
  const query = useSearchParams()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)

  const { isBusy, problems, submit } = useSubmit({
    send: register,
    fields: order,
    otherwise: 'username',
    success: ({ status }) => ({
      text: t(accountMessages.registered),
      detail: status === 'pending' ? pendingApprovalText() : t('The account is ready.'),
      crossesPages: true,
    }),
    failure: (error) => ({ text: describeFailure(error) }),
    onSuccess: async () => {
      form.current?.reset()
      saveTabValues(draftName, null)
      await navigate('/login')
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string): string => String(typed.get(name) ?? '')
    const invite = query.get('invite')
    const account = {
      username: text('username'),
      email: text('email'),
      phone: text('phone'),
      password: text('password'),
      ...(invite && { invite }),
    }
    void submit(account, event.currentTarget)
  }
  return (
    <Page
      heading={t('Register')}
      lead={t('An administrator approves each new account before it can be used.')}
      width="narrow"
    >
      <form
        ref={form}
        method="post"
        className="card stack"
        onSubmit={onSubmit}
        onInput={(event) => saveTyped(event.currentTarget)}
      >
        {fields.map(({ name, label, isOptional, input }) => (
          <Field key={name} label={label()} isOptional={isOptional ?? false} problem={problems[name]}>
            {(attributes) => (
              <input
                {...attributes}
                {...input}
                className="control"
                name={name}
                defaultValue={showPlain(draft[name] ?? null)}
              />
            )}
          </Field>
        ))}
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="new-password"
          hint={passwordHint()}
          problem={problems.password}
        />
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            {t('Register')}
          </Button>
          <span>
            <RichText
              message="Registered already? <link>Login</link>"
              tags={{ link: (text) => <Link to="/login">{text}</Link> }}
            />
          </span>
        </div>
      </form>
      <div className="form-actions">
        <LanguageChoice />
      </div>
    </Page>
  )
}

function describeFailure(error: unknown): string {
  if (!(error instanceof ApiProblem)) return t(accountMessages.registrationUnreachable)
  return error.msg
    ? accountMessages.registrationRefused(error.msg)
    : t(accountMessages.registrationRefusedSilently)
}
