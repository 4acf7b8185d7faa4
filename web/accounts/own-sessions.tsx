import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import '../styles/accounts.css'
import '../styles/badges.css'
import { sentenceOf } from '../api/api-problem.ts'
import { endOwnSession, type OwnSession } from '../api/own-account.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { deviceInWords } from '../ui/device-in-words.ts'

export function OwnSessions({ sessions }: { sessions: readonly OwnSession[] }): ReactNode {
  const { revalidate } = useRevalidator()
  const end = async (session: OwnSession): Promise<void> => {
    const name = deviceInWords(session.device)
    try {
      await endOwnSession(session)
      notify({ tone: 'good', text: `The session on ${name} has ended` })
    } catch (error) {
      notify({ tone: 'bad', text: `The session on ${name} was not ended`, detail: sentenceOf(error) })
    }
    await revalidate()
    focusNoticeIfLost()
  }
  return (
    <section className="card account-sessions" aria-labelledby="own-sessions">
      <h2 id="own-sessions">My sessions</h2>
      <p className="field-hint">
        Where this account is logged in. End what you do not know, then change the password.
      </p>
      <ul>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <b>{deviceInWords(session.device)}</b>
              {session.current && <span className="badge badge-active">this device</span>}
              <span className="facts-more">
                from {session.address}, since <Moment at={session.createdAt} />, last used{' '}
                <Moment at={session.usedAt} />
              </span>
            </span>
            {!session.current && (
              <Button
                tone="danger"
                aria-label={`End the session on ${deviceInWords(session.device)}`}
                onClick={() => void end(session)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
