import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '../api/api-problem.ts'
import { makeResetLink, type Person, type ResetLink } from '../api/people.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { LinkToHandOver } from './link-to-hand-over.tsx'

/** Makes a link and shows it once, for the administrator to hand over. */
export function ResetPassword({ account, isOwn }: { account: Person; isOwn: boolean }): ReactNode {
  const [link, setLink] = useState<ResetLink | null>(null)
  const [isBusy, setBusy] = useState(false)

  const make = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      setLink(await makeResetLink(account))
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
          <Button busy={isBusy} onClick={() => void make()}>
            Make a reset link
          </Button>
        </>
      ) : (
        <>
          <p>
            Hand this link to {account.username} yourself. It is shown only now and works once, until{' '}
            <Moment at={link.expiresAt} />.
          </p>
          <LinkToHandOver label="Reset link" address={link.address} />
        </>
      )}
    </section>
  )
}
