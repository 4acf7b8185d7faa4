import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '../api/api-problem.ts'
import { makeResetLink, type MadeLink, type Person } from '../api/people.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { LinkToHandOver } from './link-to-hand-over.tsx'

interface ResetPasswordProps {
  account: Person
  isOwn: boolean
  /** Links can be sent by e-mail. */
  isMailOn: boolean
}

/** Makes a link and shows it once, for the administrator to hand over, or has it sent. */
export function ResetPassword({ account, isOwn, isMailOn }: ResetPasswordProps): ReactNode {
  const [link, setLink] = useState<MadeLink | null>(null)
  const [isBusy, setBusy] = useState(false)

  const make = async (isSent: boolean): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      setLink(await makeResetLink(account, isSent))
    } catch (error) {
      notify({ tone: 'bad', text: 'No reset link was made', detail: sentenceOf(error) })
    }
    setBusy(false)
  }
  return (
    <section className="reset-password" aria-labelledby="reset-password">
      <h3 id="reset-password">Password</h3>
      {isOwn ? (
        <p>
          Change your own password under <Link to="/account">My account</Link>.
        </p>
      ) : link === null ? (
        <>
          <p>
            A link lets {account.username} choose a new password. It works once, within 24 hours; a newer link
            replaces it.
          </p>
          <p className="ask-about">
            <Button busy={isBusy} onClick={() => void make(false)}>
              Make a reset link
            </Button>
            {isMailOn && (
              <Button busy={isBusy} onClick={() => void make(true)}>
                Send it by e-mail
              </Button>
            )}
          </p>
        </>
      ) : (
        <LinkToHandOver label="Reset link" whom={account.username} link={link} />
      )}
    </section>
  )
}
