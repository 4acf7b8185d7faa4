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

export function OwnSessions({ sessions }: { sessions: readonly OwnSession[] }): ReactNode {
  const { revalidate } = useRevalidator()
  const nameOf = ({ device }: OwnSession): string => `The session on ${deviceLabel(device)}`
  const { isBusy, submit } = useSubmit({
    send: endOwnSession,
    success: (_, session) => `${nameOf(session)} has ended`,
    failure: (error, session) => ({ text: `${nameOf(session)} was not ended`, detail: sentenceOf(error) }),
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
                from {session.address}, since <Moment at={session.createdAt} />, last used{' '}
                <Moment at={session.usedAt} />
              </span>
            </span>
            {!session.current && (
              <Button
                tone="danger"
                aria-label={`End the session on ${deviceLabel(session.device)}`}
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
