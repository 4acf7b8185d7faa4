import { useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { accountMessages } from '#domain/contract/page-messages.ts'
import { register } from '../api/log-in.ts'
import { ApiProblem, problemsByField } from '../api/api-problem.ts'
import { keepSitting, readSitting } from '../api/drafts.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { PasswordField, passwordHint } from './password-field.tsx'
import { waitingSentence } from './waiting.ts'

interface FieldRow {
  name: 'username' | 'email' | 'phone'
  label: string
  isOptional?: boolean
  input: ComponentProps<'input'>
}

// No required flags, as the contract says: what is missing is said by the server, beside the field.
const fields: readonly FieldRow[] = [
  { name: 'username', label: 'User Name', input: { type: 'text', autoComplete: 'name' } },
  { name: 'email', label: 'Email', input: { type: 'email', autoComplete: 'username' } },
  {
    name: 'phone',
    label: 'Phone',
    isOptional: true,
    input: {
      type: 'number',
      inputMode: 'numeric',
      autoComplete: 'tel-national',
      min: 0,
      // A phone number is no amount: neither arrow keys nor the wheel count it up or down.
      onKeyDown: (event) => /^Arrow(?:Up|Down)$/.test(event.key) && event.preventDefault(),
      onWheel: (event) => event.currentTarget.blur(),
    },
  },
]
const order = [...fields.map(({ name }) => name), 'password']
const draftName = 'registration'

/** Everything but the password, which is kept nowhere. */
function rememberTyped(form: HTMLFormElement): void {
  const typed = new FormData(form)
  const values = Object.fromEntries(fields.map(({ name }) => [name, String(typed.get(name) ?? '')]))
  keepSitting(draftName, values)
}

export function RegisterPage(): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [draft] = useState(() => readSitting(draftName))
  const [query] = useSearchParams()
  const navigate = useNavigate()

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const text = (name: string): string => String(typed.get(name) ?? '')
    const invite = query.get('invite')
    notify(null)
    setBusy(true)
    try {
      const account = await register({
        username: text('username'),
        email: text('email'),
        phone: text('phone'),
        password: text('password'),
        ...(invite && { invite }),
      })
      form.reset()
      keepSitting(draftName, null)
      notify({
        tone: 'good',
        text: accountMessages.registered,
        detail: account.status === 'pending' ? waitingSentence : 'The account is ready.',
        crossesPages: true,
      })
      await navigate('/login')
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      notify({ tone: 'bad', text: sentenceOfFailure(error) })
      const first = order.find((name) => name in found) ?? 'username'
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
      setBusy(false)
    }
  }
  return (
    <Page heading="Register" width="narrow">
      <form
        method="post"
        className="card stack"
        onSubmit={(event) => void submit(event)}
        onInput={(event) => rememberTyped(event.currentTarget)}
      >
        {fields.map(({ name, label, isOptional, input }) => (
          <Field key={name} label={label} isOptional={isOptional ?? false} problem={problems[name]}>
            {(attributes) => (
              <input
                {...attributes}
                {...input}
                className="control"
                name={name}
                defaultValue={String(draft[name] ?? '')}
              />
            )}
          </Field>
        ))}
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={passwordHint}
          problem={problems['password']}
        />
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Register
          </Button>
          <span>
            Registered already? <Link to="/login">Login</Link>
          </span>
        </div>
      </form>
    </Page>
  )
}

function sentenceOfFailure(error: unknown): string {
  if (!(error instanceof ApiProblem)) return accountMessages.registrationUnreachable
  return error.msg
    ? accountMessages.registrationRefused(error.msg)
    : accountMessages.registrationRefusedSilently
}
