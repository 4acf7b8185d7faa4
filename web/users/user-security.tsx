import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { SessionView, UserView } from '#domain/api/accounts/account.ts'
import './user-security.css'
import { sentenceOf } from '../api/api-problem.ts'
import { endSessions, sessionsOf, switchSecondFactorOff, unlinkSignOn } from './user-security-api.ts'
import { Button } from '../ui/button.tsx'
import { deviceLabel } from '../ui/device-label.ts'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

/** The sessions of another account, switching off its second factor when the phone is lost, and unlinking its single sign-on. */
export function UserSecurity({ account }: { account: UserView }): ReactNode {
  const [hasFactor, setHasFactor] = useState(account.secondFactor ?? false)
  const [isLinked, setIsLinked] = useState(account.singleSignOn ?? false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { username } = account

  const { data: sessions = null, reload } = useQuery([account.id], (signal) => sessionsOf(account, signal), {
    onError: (error) =>
      notify({ tone: 'bad', text: t('Could not load the sessions'), detail: sentenceOf(error) }),
  })
  // The clicked button may have been removed with its row.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of these removes a row
  }, [sessions, hasFactor, isLinked])
  const ending = useSubmit<SessionView | undefined, void>({
    send: (session) => endSessions(account, session),
    success: (_, session) =>
      session
        ? t('The session on {device} has ended', { device: deviceLabel(session.device) })
        : t('Each session of {username} has ended', { username }),
    failure: (error, session) => ({
      text: session
        ? t('The session on {device} was not ended', { device: deviceLabel(session.device) })
        : t('Each session of {username} was not ended', { username }),
      detail: sentenceOf(error),
    }),
    onSuccess: reload,
    onFailure: reload,
  })
  const switchingOff = useSubmit({
    send: () => switchSecondFactorOff(account),
    success: () => t('Second factor of {username} switched off', { username }),
    failure: t('The second factor was not switched off'),
    onSuccess: () => {
      setHasFactor(false)
      return reload()
    },
    onFailure: reload,
  })
  const unlinking = useSubmit({
    send: () => unlinkSignOn(account),
    success: () => t('Single sign-on of {username} unlinked', { username }),
    failure: t('The single sign-on was not unlinked'),
    onSuccess: () => {
      setIsLinked(false)
      return reload()
    },
    onFailure: reload,
  })
  const isBusy = ending.isBusy || switchingOff.isBusy || unlinking.isBusy
  return (
    <>
      <section className="reset-password account-safety" aria-labelledby="person-sessions">
        <h3 id="person-sessions" ref={heading} tabIndex={-1}>
          {t('Sessions')}
        </h3>
        {sessions === null && <p>{t('Loading…')}</p>}
        {sessions?.length === 0 && <p>{t('{username} is not logged in.', { username })}</p>}
        {sessions !== null && sessions.length > 0 && (
          <>
            <ul>
              {sessions.map((session) => (
                <li key={session.id}>
                  <span>
                    <b>{deviceLabel(session.device)}</b>
                    <span className="safety-more">
                      <RichText
                        message="from {address}, last used <time></time>"
                        values={{ address: session.address }}
                        tags={{ time: () => <Moment at={session.usedAt} /> }}
                      />
                    </span>
                  </span>
                  <Button
                    tone="danger"
                    busy={isBusy}
                    aria-label={t('End the session on {device}', { device: deviceLabel(session.device) })}
                    onClick={() => void ending.submit(session)}
                  >
                    {t('End')}
                  </Button>
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button tone="danger" busy={isBusy} onClick={() => void ending.submit(undefined)}>
                {t('End all sessions')}
              </Button>
            )}
          </>
        )}
      </section>
      {hasFactor && (
        <section className="reset-password" aria-labelledby="person-factor">
          <h3 id="person-factor">{t('Second factor')}</h3>
          <p>
            {t(
              '{username} needs a code from an authenticator app to log in. Switch it off only if the phone and the recovery codes are lost, and after checking who is asking. All sessions end.',
              { username },
            )}
          </p>
          <Button tone="danger" busy={isBusy} onClick={() => void switchingOff.submit(undefined)}>
            {t('Switch off the second factor')}
          </Button>
        </section>
      )}
      {isLinked && (
        <section className="reset-password" aria-labelledby="person-sign-on">
          <h3 id="person-sign-on">{t('Single sign-on')}</h3>
          <p>
            {t(
              '{username} is linked to a person at the provider. Unlink it if that is the wrong person, or if this person has a new account there: the next log-in links the one with the same e-mail address. All sessions end.',
              { username },
            )}
          </p>
          <Button tone="danger" busy={isBusy} onClick={() => void unlinking.submit(undefined)}>
            {t('Unlink single sign-on')}
          </Button>
        </section>
      )}
    </>
  )
}
