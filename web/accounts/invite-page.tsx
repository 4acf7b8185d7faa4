import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { acceptInvitation } from './log-in-api.ts'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { OneTimeLinkPage } from './one-time-link-page.tsx'
import { PasswordField, passwordHint } from './password-field.tsx'
import { t } from '#domain/messages/t.ts'

const order = ['username', 'phone', 'password'] as const

/** The page an invitation link opens; the fragment holds the token and, after a `~`, the e-mail address to show. */
export function InvitePage(): ReactNode {
  const [token = '', email = ''] = useLocation().hash.slice(1).split('~')
  const navigate = useNavigate()
  const address = decodeOrEmpty(email)
  return (
    <OneTimeLinkPage
      heading={t('Create your account')}
      lead={
        address
          ? t('You are invited as {address}. Choose a name and a password. The link works once.', { address })
          : t('You are invited. Choose a name and a password. The link works once.')
      }
      token={token}
      order={order}
      label={t('Create account')}
      failure={t('The account was not created')}
      onSubmit={async (text) => {
        const [username, phone, password] = [text('username'), text('phone'), text('password')]
        await acceptInvitation({ token, username, phone, password })
        const detail = t('Log in with your e-mail address and this password.')
        notify({ tone: 'good', text: t('Your account is ready'), detail, crossesPages: true })
        await navigate('/', { replace: true })
      }}
    >
      {(problems) => (
        <>
          {/* For password managers: the account the password belongs to. */}
          <input type="text" name="email" autoComplete="username" value={address} readOnly hidden />
          <Field label={t('User Name')} problem={problems.username}>
            {(attributes) => (
              <input {...attributes} className="control" name="username" autoComplete="name" required />
            )}
          </Field>
          <Field label={t('Phone')} isOptional problem={problems.phone}>
            {(attributes) => (
              <input {...attributes} className="control" type="tel" name="phone" autoComplete="tel" />
            )}
          </Field>
          <PasswordField
            label={t('Password')}
            name="password"
            autoComplete="new-password"
            hint={passwordHint()}
            problem={problems.password}
            isRequired
          />
        </>
      )}
    </OneTimeLinkPage>
  )
}

/** A truncated link must not break the page, so a malformed address reads as empty. */
function decodeOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
