import { useEffect, useRef, useState, type ReactNode } from 'react'
import { askForReset, isResetMailed } from '../api/own-account.ts'
import { Button } from '../ui/button.tsx'
import { EmailField } from './email-field.tsx'
import { useAccountForm } from './use-account-form.ts'

type Step = 'looking' | 'form' | 'by hand' | { said: string }

/** Below the log-in, once it is asked for: a link by e-mail where mail is set up, otherwise whom to ask. */
export function ForgotPassword({ email }: { email: string }): ReactNode {
  const [step, setStep] = useState<Step>('looking')
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    isResetMailed().then(
      (isOffered) => setStep(isOffered ? 'form' : 'by hand'),
      // Whom to ask is right in any case.
      () => setStep('by hand'),
    )
  }, [])
  useEffect(() => {
    if (step === 'looking') return
    const field = card.current?.querySelector('input')
    if (field) field.select()
    else card.current?.querySelector<HTMLElement>('[tabindex]')?.focus()
  }, [step])

  const { isBusy, problems, forgetProblems, submit } = useAccountForm({
    order: ['email'],
    failure: 'No link was asked for',
    onSubmit: async (text) => setStep({ said: await askForReset(text('email')) }),
  })
  return (
    <section ref={card} className="card stack forgot-password" aria-labelledby="forgot-heading">
      <h2 id="forgot-heading">A new password</h2>
      {step === 'looking' && <p>Loading…</p>}
      {step === 'by hand' && (
        <p tabIndex={-1}>Ask an administrator for a link. It lets you choose a new password.</p>
      )}
      {step === 'form' && (
        <form method="post" className="stack" onSubmit={submit} onInput={forgetProblems}>
          <EmailField
            label="Email of the account"
            hint="A link to choose a new password is sent to this address."
            problem={problems['email']}
            email={email}
          />
          <div className="form-actions">
            <Button type="submit" tone="main" busy={isBusy}>
              Send the link
            </Button>
          </div>
        </form>
      )}
      {typeof step === 'object' && (
        <>
          <p tabIndex={-1}>
            <b>{step.said}</b>
          </p>
          <p>
            It works once, within 30 minutes. When nothing has come after five, look among the spam, check the
            address, and ask again.
          </p>
          <div className="form-actions">
            <Button onClick={() => setStep('form')}>Ask again</Button>
          </div>
        </>
      )}
    </section>
  )
}
