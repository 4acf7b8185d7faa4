import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { acceptInvitation } from '../api/log-in.ts'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { OneTimeLinkPage } from './one-time-link-page.tsx'
import { PasswordField, passwordHint } from './password-field.tsx'

const order = ['username', 'phone', 'password']

/** Where an invitation leads. After its word stands the e-mail, for the page to show. */
export function InvitePage(): ReactNode {
  const [token = '', email = ''] = useLocation().hash.slice(1).split('~')
  const navigate = useNavigate()
  const address = decoded(email)
  return (
    <OneTimeLinkPage
      heading="Open your account"
      lead={`You were invited${address && ` as ${address}`}. Choose a name and a password; the link works once.`}
      token={token}
      order={order}
      label="Open the account"
      failure="The account is not open yet"
      onSubmit={async (text) => {
        const [username, phone, password] = [text('username'), text('phone'), text('password')]
        await acceptInvitation({ token, username, phone, password })
        const detail = 'From now on you log in with your e-mail address and this password.'
        notify({ tone: 'good', text: 'Your account is open', detail, crossesPages: true })
        await navigate('/', { replace: true })
      }}
    >
      {(problems) => (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="text" name="email" autoComplete="username" value={address} readOnly hidden />
          <Field label="User Name" problem={problems['username']}>
            {(attributes) => (
              <input {...attributes} className="control" name="username" autoComplete="name" required />
            )}
          </Field>
          <Field label="Phone" isOptional problem={problems['phone']}>
            {(attributes) => (
              <input {...attributes} className="control" type="tel" name="phone" autoComplete="tel" />
            )}
          </Field>
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            hint={passwordHint}
            problem={problems['password']}
            isRequired
          />
        </>
      )}
    </OneTimeLinkPage>
  )
}

/** Whoever cut the link short gets a page all the same. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
