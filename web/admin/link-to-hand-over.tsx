import { useEffect, useRef, type ReactNode } from 'react'
import type { MadeLink } from '../api/people.ts'
import { Button } from '../ui/button.tsx'
import { copied } from '../ui/copied.ts'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'

interface LinkToHandOverProps {
  label: string
  whom: string
  link: MadeLink
}

/** A link that was sent, or that is shown once, to copy. */
export function LinkToHandOver({ label, whom, link }: LinkToHandOverProps): ReactNode {
  const { sentTo, address, failure } = link
  const box = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLParagraphElement>(null)
  // It takes the place of the button that made it.
  useEffect(() => (box.current ?? words.current)?.focus(), [])
  const copy = async (): Promise<void> => {
    notify((await copied(box.current, address)) ? { tone: 'good', text: 'Link copied' } : byHand)
  }
  const until = (
    <>
      works once, until <Moment at={link.expiresAt} />.
    </>
  )
  if (sentTo !== undefined) {
    return (
      <p ref={words} tabIndex={-1}>
        A link was sent to {sentTo}. It {until}
      </p>
    )
  }
  return (
    <>
      {failure !== undefined && <p className="field-problem">The mail was not sent: {failure}.</p>}
      <p>
        Hand this link to {whom} yourself. It is shown only now and {until}
      </p>
      <div className="reset-link">
        <input
          ref={box}
          className="control"
          aria-label={label}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button tone="main" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </>
  )
}

const byHand = { tone: 'bad', text: 'Your browser did not copy it. Copy the marked link yourself' } as const
