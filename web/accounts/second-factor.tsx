import { useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import '../styles/second-factor.css'
import {
  beginFactor,
  confirmFactor,
  renewRecoveryCodes,
  switchFactorOff,
  type SecondFactor as Factor,
} from '../api/own-safety.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { KeyPicture } from './key-picture.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { WordsForm } from './words-form.tsx'

type Step =
  | { at: 'rest' | 'password' | 'off' | 'renew' }
  | { at: 'code'; secret: string; address: string }
  | { at: 'codes'; codes: readonly string[] }

/** Besides the password, a code of an app: switched on in three steps, and off with both. */
export function SecondFactor({ factor }: { factor: Factor }): ReactNode {
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
        Second factor
      </h2>
      {step.at === 'rest' && <Standing factor={factor} go={(at) => setStep({ at })} />}
      {step.at === 'password' && (
        <WordsForm
          asks={['password']}
          submit={{ label: 'Go on', tone: 'main' }}
          failure="The second factor is not switched on"
          onSubmit={async ({ password }) => setStep({ at: 'code', ...(await beginFactor({ password })) })}
          onCancel={rest}
        />
      )}
      {step.at === 'code' && (
        <>
          <p>
            Scan this with your authenticator app, type the key into it, or{' '}
            <a href={step.address}>open it in the app of this device</a>. Then enter the code the app shows.
          </p>
          <KeyPicture address={step.address} />
          <p className="secret-key">
            <code>{step.secret.match(/.{4}/g)?.join(' ')}</code>
          </p>
          <WordsForm
            asks={['code']}
            submit={{ label: 'Switch on', tone: 'main' }}
            failure="The second factor is not switched on"
            onSubmit={async ({ code }) => {
              const { recoveryCodes } = await confirmFactor({ code })
              setStep({ at: 'codes', codes: recoveryCodes })
              const detail = 'Your sessions on other devices have ended.'
              notify({ tone: 'good', text: 'The second factor is on', detail })
              await revalidate()
            }}
            onCancel={rest}
          />
        </>
      )}
      {step.at === 'renew' && (
        <WordsForm
          asks={['password', 'code']}
          submit={{ label: 'Renew them', tone: 'main' }}
          failure="The recovery codes are not renewed"
          onSubmit={async (words) => {
            const { recoveryCodes } = await renewRecoveryCodes(words)
            setStep({ at: 'codes', codes: recoveryCodes })
            notify({
              tone: 'good',
              text: 'The recovery codes are renewed',
              detail: 'Those from before open nothing any more.',
            })
            await revalidate()
          }}
          onCancel={rest}
        />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={rest} />}
      {step.at === 'off' && (
        <WordsForm
          asks={['password', 'code']}
          submit={{ label: 'Switch off', tone: 'danger' }}
          failure="The second factor is not switched off"
          onSubmit={async (words) => {
            await switchFactorOff(words)
            notify({ tone: 'good', text: 'The second factor is off' })
            rest()
            await revalidate()
          }}
          onCancel={rest}
        />
      )}
    </section>
  )
}

function Standing({
  factor,
  go,
}: {
  factor: Factor
  go: (to: 'password' | 'off' | 'renew') => void
}): ReactNode {
  if (factor.since === null) {
    return (
      <>
        <p className="field-hint">
          Besides the password, logging in then asks for a code that an authenticator app on your phone shows.
          Whoever learns the password cannot get in with it alone.
        </p>
        <div className="form-actions">
          <Button onClick={() => go('password')}>Switch on</Button>
        </div>
      </>
    )
  }
  const left = factor.recoveryCodes
  return (
    <>
      <p>
        On since <Moment at={factor.since} />.{' '}
        {left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.
      </p>
      {left < 3 && <p className="field-hint">Renew them before the last one is used.</p>}
      <div className="form-actions">
        <Button onClick={() => go('renew')}>Renew recovery codes</Button>
        <Button tone="danger" onClick={() => go('off')}>
          Switch off
        </Button>
      </div>
    </>
  )
}
