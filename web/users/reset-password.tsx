import { useState, type ReactNode } from 'react'
import type { UserView } from '#domain/api/accounts/account.ts'
import { createResetLink, type OneTimeLink } from './users-api.ts'
import { Button } from '../ui/button.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { OneTimeLinkField } from './one-time-link.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface ResetPasswordProps {
  account: UserView
  isOwn: boolean
  /** Links can be sent by e-mail. */
  isMailOn: boolean
}

/** Makes a reset link that is shown once, or sent by e-mail. */
export function ResetPassword({ account, isOwn, isMailOn }: ResetPasswordProps): ReactNode {
  const [link, setLink] = useState<OneTimeLink | null>(null)
  const { isBusy, submit } = useSubmit({
    send: (shouldSend: boolean) => createResetLink(account, shouldSend),
    failure: t('The reset link was not created'),
    onSuccess: setLink,
  })
  return (
    <section className="reset-password" aria-labelledby="reset-password">
      <h3 id="reset-password">{t('Password')}</h3>
      {isOwn ? (
        <p>
          <RichText
            message="Change your own password under <link>My account</link>."
            tags={{ link: (text) => <Link to="/account">{text}</Link> }}
          />
        </p>
      ) : link === null ? (
        <>
          <p>
            {t(
              '{username} can choose a new password with a link. It works once, within 24 hours; a newer link replaces it.',
              { username: account.username },
            )}
          </p>
          <p className="ask-about">
            <Button busy={isBusy} onClick={() => void submit(false)}>
              {t('Create reset link')}
            </Button>
            {isMailOn && (
              <Button busy={isBusy} onClick={() => void submit(true)}>
                {t('Send it by e-mail')}
              </Button>
            )}
          </p>
        </>
      ) : (
        <OneTimeLinkField label={t('Reset link')} recipient={account.username} link={link} />
      )}
    </section>
  )
}
