import { useEffect, useRef, useState, type ReactNode } from 'react'
import { requestReset, canMailReset } from './security/own-account-api.ts'
import { Button } from '../ui/button.tsx'
import { useQuery } from '../ui/use-query.ts'
import { EmailField } from './email-field.tsx'
import { useAccountForm } from './use-account-form.ts'
import { t } from '#domain/messages/t.ts'

/** Shown below the login form on request: sends a reset link where mail is set up, otherwise refers to an administrator. */
export function ForgotPassword({ email }: { email: string }): ReactNode {
  const { data: isOffered, error } = useQuery([], canMailReset)
  const [answer, setAnswer] = useState<string | null>(null)
  const card = useRef<HTMLElement>(null)
  const step =
    answer !== null
      ? 'answered'
      : isOffered
        ? 'form'
        : // An administrator can always make a link, so this is also the fallback after an error.
          isOffered === false || error
          ? 'by hand'
          : 'looking'
  useEffect(() => {
    if (step === 'looking') return
    const field = card.current?.querySelector('input')
    if (field) field.select()
    else card.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [step])

  const { isBusy, problems, clearProblems, submit } = useAccountForm({
    order: ['email'],
    failure: t('The link was not sent'),
    onSubmit: async (text) => setAnswer(await requestReset(text('email'))),
  })
  return (
    <section ref={card} className="card stack forgot-password" aria-labelledby="forgot-heading">
      <h2 id="forgot-heading">{t('Reset your password')}</h2>
      {step === 'looking' && <p>{t('Loading…')}</p>}
      {step === 'by hand' && (
        <p tabIndex={-1}>{t('Ask an administrator for a link to choose a new password.')}</p>
      )}
      {step === 'form' && (
        <form method="post" className="stack" onSubmit={submit} onInput={clearProblems}>
          <EmailField
            label={t('Email of the account')}
            hint={t('A link to choose a new password is sent to this address.')}
            problem={problems.email}
            email={email}
          />
          <div className="form-actions">
            <Button type="submit" tone="main" busy={isBusy}>
              {t('Send the link')}
            </Button>
          </div>
        </form>
      )}
      {step === 'answered' && (
        <>
          <p tabIndex={-1}>
            <b>{answer}</b>
          </p>
          <p>
            {t(
              'It works once, within 30 minutes. If nothing arrives within five minutes, check your spam folder and the address, then send it again.',
            )}
          </p>
          <div className="form-actions">
            <Button onClick={() => setAnswer(null)}>{t('Send again')}</Button>
          </div>
        </>
      )}
    </section>
  )
}
