import { useEffect, useRef, useState, type ReactNode } from 'react'
import '../styles/account-safety.css'
import { sentenceOf } from '../api/api-problem.ts'
import { endSessions, sessionsOf, switchSecondFactorOff, type PersonSession } from '../api/people-safety.ts'
import type { Person } from '../api/people.ts'
import { Button } from '../ui/button.tsx'
import { deviceInWords } from '../ui/device-in-words.ts'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'

/** Where somebody is logged in, and the second factor of somebody who lost the phone. */
export function AccountSafety({ account }: { account: Person }): ReactNode {
  const [sessions, setSessions] = useState<readonly PersonSession[] | null>(null)
  const [hasFactor, setHasFactor] = useState(account.secondFactor ?? false)
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { username } = account

  const read = async (): Promise<void> => {
    try {
      setSessions(await sessionsOf(account))
    } catch (error) {
      notify({ tone: 'bad', text: 'The sessions cannot be shown', detail: sentenceOf(error) })
    }
  }
  useEffect(() => {
    void read()
    // oxlint-disable-next-line react/exhaustive-deps -- what is changed here is read again here
  }, [account.id])
  // What was clicked may be gone with its row.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [sessions, hasFactor])
  const work = async (doIt: () => Promise<void>, done: string, failure: string): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      await doIt()
      notify({ tone: 'good', text: done })
    } catch (error) {
      notify({ tone: 'bad', text: failure, detail: sentenceOf(error) })
    }
    setBusy(false)
    await read()
  }
  const end = (session?: PersonSession): Promise<void> => {
    const what = session ? `The session on ${deviceInWords(session.device)}` : `Every session of ${username}`
    return work(() => endSessions(account, session), `${what} has ended`, `${what} was not ended`)
  }
  const switchOff = (): Promise<void> =>
    work(
      async () => {
        await switchSecondFactorOff(account)
        setHasFactor(false)
      },
      `${username} logs in without a second factor now`,
      'The second factor was not switched off',
    )
  return (
    <>
      <section className="reset-password account-safety" aria-labelledby="person-sessions">
        <h3 id="person-sessions" ref={heading} tabIndex={-1}>
          Sessions
        </h3>
        {sessions === null && <p>Loading…</p>}
        {sessions?.length === 0 && <p>{username} is logged in nowhere.</p>}
        {sessions !== null && sessions.length > 0 && (
          <>
            <ul>
              {sessions.map((session) => (
                <li key={session.id}>
                  <span>
                    <b>{deviceInWords(session.device)}</b>
                    <span className="safety-more">
                      from {session.address}, last used <Moment at={session.usedAt} />
                    </span>
                  </span>
                  <Button
                    tone="danger"
                    busy={isBusy}
                    aria-label={`End the session on ${deviceInWords(session.device)}`}
                    onClick={() => void end(session)}
                  >
                    End
                  </Button>
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button tone="danger" busy={isBusy} onClick={() => void end()}>
                End all sessions
              </Button>
            )}
          </>
        )}
      </section>
      {hasFactor && (
        <section className="reset-password" aria-labelledby="person-factor">
          <h3 id="person-factor">Second factor</h3>
          <p>
            Logging in asks {username} for a code of the phone. Only where phone and recovery codes are lost:
            make sure who asks, then switch it off. Every session ends.
          </p>
          <Button tone="danger" busy={isBusy} onClick={() => void switchOff()}>
            Switch the second factor off
          </Button>
        </section>
      )}
    </>
  )
}
