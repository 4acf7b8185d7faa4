import { useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { accountMessages } from '#domain/contract/page-messages.ts'
import { register } from '../api/accounts.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'

interface FieldRow {
  name: 'username' | 'email' | 'phone' | 'password'
  label: string
  hint?: string
  input: ComponentProps<'input'>
}

// No required flags, as the contract says: what is missing is said by the server, beside the field.
const fields: readonly FieldRow[] = [
  { name: 'username', label: 'User Name', input: { type: 'text', autoComplete: 'name' } },
  { name: 'email', label: 'Email', input: { type: 'email', autoComplete: 'username' } },
  {
    name: 'phone',
    label: 'Phone',
    input: { type: 'number', inputMode: 'numeric', autoComplete: 'tel-national', min: 0 },
  },
  {
    name: 'password',
    label: 'Password',
    hint: 'At least 8 characters; 15 or more are better.',
    input: { type: 'password', autoComplete: 'new-password' },
  },
]

export function RegisterPage(): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [query] = useSearchParams()
  const navigate = useNavigate()

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const text = (name: FieldRow['name']): string => String(typed.get(name) ?? '')
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
      notify({
        tone: 'good',
        text: accountMessages.registered,
        detail:
          account.status === 'pending'
            ? 'An administrator has to approve the account before it opens anything.'
            : 'The account is ready.',
        crossesPages: true,
      })
      await navigate('/login')
    } catch (error) {
      const errors = error instanceof ApiProblem ? error.errors : []
      setProblems(Object.fromEntries(errors.map(({ field, message }) => [field, message])))
      notify({ tone: 'bad', text: sentenceOfFailure(error) })
      const first = fields.find(({ name }) => errors.some(({ field }) => field === name))
      form.querySelector<HTMLInputElement>(`[name=${first?.name ?? 'username'}]`)?.focus()
      setBusy(false)
    }
  }
  return (
    <Page heading="Register" width="narrow">
      <form className="card stack" onSubmit={(event) => void submit(event)}>
        {fields.map(({ name, label, hint, input }) => (
          <Field key={name} label={label} hint={hint} problem={problems[name]}>
            {(attributes) => <input {...attributes} {...input} className="control" name={name} />}
          </Field>
        ))}
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
