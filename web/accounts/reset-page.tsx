import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { resetPassword } from './security/own-account-api.ts'
import { notify } from '../ui/notices.tsx'
import { OneTimeLinkPage } from './one-time-link-page.tsx'
import { PasswordField, passwordHint } from './password-field.tsx'
import { t } from '#domain/messages/t.ts'

const order = ['password'] as const

/** The page a reset link opens. */
export function ResetPage(): ReactNode {
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  return (
    <OneTimeLinkPage
      heading={t('Choose a new password')}
      lead={t('The link works once. Then log in with the new password.')}
      token={token}
      order={order}
      label={t('Save')}
      failure={t('Password not changed')}
      onSubmit={async (text) => {
        await resetPassword(token, text('password'))
        const detail = t('All sessions of the account have ended. Log in with the new password.')
        notify({ tone: 'good', text: t('Password changed'), detail, crossesPages: true })
        await navigate('/login', { replace: true })
      }}
    >
      {(problems) => (
        <PasswordField
          label={t('New password')}
          name="password"
          autoComplete="new-password"
          hint={passwordHint()}
          problem={problems.password}
        />
      )}
    </OneTimeLinkPage>
  )
}
