import { Suspense, useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import './second-factor.css'
import type { FactorView } from '#domain/api/accounts/own-account.ts'
import { beginFactor, confirmFactor, renewRecoveryCodes, switchFactorOff } from './security-api.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { notify } from '../../ui/notices.tsx'
import { optionalComponent } from '../../ui/load-code.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { PasswordsForm } from '../passwords-form.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../../messages/rich-text.tsx'

/** Without it the key can be typed. */
const QrPicture = optionalComponent(async () => (await import('./qr-picture.tsx')).QrPicture)

type Step =
  | { at: 'rest' | 'password' | 'off' | 'renew' }
  | { at: 'code'; secret: string; address: string }
  | { at: 'codes'; codes: readonly string[] }

/** Switches the second factor on in three steps, and off with the password and a code. */
export function SecondFactor({
  factor,
  isRequired,
  onEnrolled,
}: {
  factor: FactorView
  /** A role of the account requires it. */
  isRequired: boolean
  /** Called when it is on and the recovery codes are saved; by default the card shows the state. */
  onEnrolled?: () => Promise<void>
}): ReactNode {
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const { revalidate } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  const rest = (): void => {
    setStep({ at: 'rest' })
    heading.current?.focus()
  }
  return (
    <section className="card stack second-factor" aria-labelledby="second-factor">
      <h2 id="second-factor" ref={heading} tabIndex={-1}>
        {t('Second factor')}
      </h2>
      {step.at === 'rest' && (
        <FactorStatus factor={factor} isRequired={isRequired} go={(at) => setStep({ at })} />
      )}
      {step.at === 'password' && (
        <PasswordsForm
          asks={['password']}
          submit={{ label: t('Continue'), tone: 'main' }}
          failure={t('The second factor was not switched on')}
          onSubmit={async ({ password }) => setStep({ at: 'code', ...(await beginFactor({ password })) })}
          onCancel={rest}
        />
      )}
      {step.at === 'code' && (
        <>
          <p>
            <RichText
              message="Scan this with your authenticator app, type the key, or <link>open it on this device</link>. Then enter the code the app shows."
              tags={{ link: (text) => <a href={step.address}>{text}</a> }}
            />
          </p>
          <Suspense fallback={<div className="key-picture" />}>
            <QrPicture address={step.address} />
          </Suspense>
          <p className="secret-key">
            <code>{step.secret.match(/.{4}/g)?.join(' ')}</code>
          </p>
          <PasswordsForm
            asks={['code']}
            submit={{ label: t('Switch on'), tone: 'main' }}
            failure={t('The second factor was not switched on')}
            onSubmit={async ({ code }) => {
              const { recoveryCodes } = await confirmFactor({ code })
              setStep({ at: 'codes', codes: recoveryCodes })
              const detail = t('Your sessions on other devices have ended.')
              notify({ tone: 'good', text: t('The second factor is on'), detail })
              if (!onEnrolled) await revalidate()
            }}
            onCancel={rest}
          />
        </>
      )}
      {step.at === 'renew' && (
        <PasswordsForm
          asks={['password', 'code']}
          submit={{ label: t('Renew codes'), tone: 'main' }}
          failure={t('The recovery codes were not renewed')}
          onSubmit={async (credentials) => {
            const { recoveryCodes } = await renewRecoveryCodes(credentials)
            setStep({ at: 'codes', codes: recoveryCodes })
            notify({
              tone: 'good',
              text: t('Recovery codes renewed'),
              detail: t('The previous codes no longer work.'),
            })
            await revalidate()
          }}
          onCancel={rest}
        />
      )}
      {step.at === 'codes' && (
        <RecoveryCodes codes={step.codes} onSaved={() => (onEnrolled ? void onEnrolled() : rest())} />
      )}
      {step.at === 'off' && (
        <PasswordsForm
          asks={['password', 'code']}
          submit={{ label: t('Switch off'), tone: 'danger' }}
          failure={t('The second factor was not switched off')}
          onSubmit={async (credentials) => {
            await switchFactorOff(credentials)
            notify({ tone: 'good', text: t('The second factor is off') })
            rest()
            await revalidate()
          }}
          onCancel={rest}
        />
      )}
    </section>
  )
}

function FactorStatus({
  factor,
  isRequired,
  go,
}: {
  factor: FactorView
  isRequired: boolean
  go: (to: 'password' | 'off' | 'renew') => void
}): ReactNode {
  const { since, recoveryCodes: left } = factor
  if (since === null) {
    return (
      <>
        <p className="field-hint">
          {t('Ask for a code from your authenticator app at login, so a stolen password is not enough.')}
        </p>
        <div className="form-actions">
          <Button tone={isRequired ? 'main' : 'plain'} onClick={() => go('password')}>
            {t('Switch on')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        <RichText message="On since <time></time>." tags={{ time: () => <Moment at={since} /> }} />{' '}
        {t('{left, plural, one {# recovery code left.} other {# recovery codes left.}}', { left })}
      </p>
      {isRequired && <p className="field-hint">{t('Your role requires it.')}</p>}
      {left < 3 && <p className="field-hint">{t('Renew them before the last one is used.')}</p>}
      <div className="form-actions">
        <Button onClick={() => go('renew')}>{t('Renew recovery codes')}</Button>
        {!isRequired && (
          <Button tone="danger" onClick={() => go('off')}>
            {t('Switch off')}
          </Button>
        )}
      </div>
    </>
  )
}
