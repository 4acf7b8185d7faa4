import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { OwnSession } from '#domain/api/accounts/own-account.ts'
import './accounts.css'
import '../../ui/badges.css'
import { sentenceOf } from '../../api/api-problem.ts'
import { endOwnSession } from './own-account-api.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { focusNoticeIfLost } from '../../ui/notices.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { deviceLabel } from '../../ui/device-label.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../../messages/rich-text.tsx'

export function OwnSessions({ sessions }: { sessions: readonly OwnSession[] }): ReactNode {
  const { revalidate } = useRevalidator()
  const { isBusy, submit } = useSubmit({
    send: endOwnSession,
    success: (_, { device }) => t('The session on {device} has ended', { device: deviceLabel(device) }),
    failure: (error, { device }) => ({
      text: t('The session on {device} was not ended', { device: deviceLabel(device) }),
      detail: sentenceOf(error),
    }),
    onSuccess: () => revalidate().then(focusNoticeIfLost),
    onFailure: () => revalidate().then(focusNoticeIfLost),
  })
  return (
    <section className="card account-sessions" aria-labelledby="own-sessions">
      <h2 id="own-sessions">{t('My sessions')}</h2>
      <p className="field-hint">
        {t(
          'Where this account is logged in. Log out devices you don’t recognise, then change your password.',
        )}
      </p>
      <ul>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <b>{deviceLabel(session.device)}</b>
              {session.current && <span className="badge badge-active">{t('this device')}</span>}
              <span className="facts-more">
                <RichText
                  message="from {address}, since <since></since>, last used <used></used>"
                  values={{ address: session.address }}
                  tags={{
                    since: () => <Moment at={session.createdAt} />,
                    used: () => <Moment at={session.usedAt} />,
                  }}
                />
              </span>
            </span>
            {!session.current && (
              <Button
                tone="danger"
                aria-label={t('End the session on {device}', { device: deviceLabel(session.device) })}
                busy={isBusy}
                onClick={() => void submit(session)}
              >
                {t('End')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
