import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { changePassword } from './own-account-api.ts'
import { loadCode } from '../../ui/load-code.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { PasswordField, passwordHint } from '../password-field.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { t } from '#domain/messages/t.ts'

export function ChangePassword({ email }: { email: string }): ReactNode {
  const { revalidate } = useRevalidator()
  const { isBusy, problems, submit } = useAccountForm({
    order: ['current', 'password'],
    failure: t('Password not changed'),
    onSubmit: async (text, form) => {
      await changePassword(text('current'), text('password'))
      form.reset()
      await loadCode(() => import('../../outbox/offline-log-in.ts'))
        .then(({ renewVerifier }) => renewVerifier(text('password')))
        .catch((error: unknown) => console.warn(error))
      notify({
        tone: 'good',
        text: t('Password changed'),
        detail: t('Your sessions on other devices have ended.'),
      })
      await revalidate()
    },
  })
  return (
    <form method="post" className="card stack" aria-labelledby="change-password" onSubmit={submit}>
      <h2 id="change-password">{t('Change password')}</h2>
      {/* For password managers: the account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('Current password')}
        name="current"
        autoComplete="current-password"
        problem={problems.current}
        isRequired
      />
      <PasswordField
        label={t('New password')}
        name="password"
        autoComplete="new-password"
        hint={passwordHint()}
        problem={problems.password}
        isRequired
      />
      <div className="form-actions">
        <Button type="submit" tone="main" busy={isBusy}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  )
}
