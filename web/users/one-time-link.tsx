import { useEffect, useRef, type ReactNode } from 'react'
import type { OneTimeLink } from './users-api.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface OneTimeLinkFieldProps {
  label: string
  recipient: string
  link: OneTimeLink
}

/** Confirms that a one-time link was sent, or shows it once to copy. */
export function OneTimeLinkField({ label, recipient, link }: OneTimeLinkFieldProps): ReactNode {
  const { sentTo, address, failure } = link
  const box = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLParagraphElement>(null)
  // It replaces the button that had the focus.
  useEffect(() => (box.current ?? words.current)?.focus(), [])
  const copy = async (): Promise<void> => {
    notify(
      (await copyText(box.current, address))
        ? { tone: 'good', text: t('Link copied') }
        : { tone: 'bad', text: t('Could not copy. Copy the selected link yourself') },
    )
  }
  const tags = { time: () => <Moment at={link.expiresAt} /> }
  if (sentTo !== undefined) {
    return (
      <p ref={words} tabIndex={-1}>
        <RichText
          message="A link was sent to {email}. It works once, until <time></time>."
          values={{ email: sentTo }}
          tags={tags}
        />
      </p>
    )
  }
  return (
    <>
      {failure !== undefined && (
        <p className="field-problem">{t('The mail was not sent: {reason}.', { reason: failure })}</p>
      )}
      <p>
        <RichText
          message="Send this link to {recipient} yourself. It is shown only now and works once, until <time></time>."
          values={{ recipient }}
          tags={tags}
        />
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
          {t('Copy')}
        </Button>
      </div>
    </>
  )
}
