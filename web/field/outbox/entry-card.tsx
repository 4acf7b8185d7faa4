import { useRef, useState, type ReactNode } from 'react'
import { formatInstant } from '#domain/dates/moments.ts'
import { discardEntry, entryAsText, retryEntry, type OutboxEntry } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Link } from '../../ui/link.tsx'
import { notify } from '../../ui/notices.tsx'
import { pagePath } from '../field-customer.ts'
import { isNewCustomer } from '../use-field-customer.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { correctionPath, describeEvent, stateLabel } from './entry-words.ts'
import { t } from '#domain/messages/t.ts'

interface EntryCardProps {
  entry: OutboxEntry
  /** The name of the customer. */
  name: string
  timeZone: string
  /** Opens the slip, if something was advised. */
  slipPath?: string | undefined
}

const tones: Record<OutboxEntry['state'], string> = {
  waiting: 'badge badge-pending',
  sending: 'badge badge-pending',
  sent: 'badge badge-active',
  refused: 'badge badge-refused',
}

/** An event with its state; one that needs its author has what to do about it. */
export function EntryCard({ entry, name, timeZone, slipPath }: EntryCardProps): ReactNode {
  const { event, reference, state, message, marks, visit } = entry
  return (
    <li className="field-card field-entry" data-state={state}>
      <div className="field-card-words">
        <div>
          {isNewCustomer(event) ? (
            <Link className="field-card-name" to={pagePath(event)}>
              {name}
            </Link>
          ) : (
            <span className="field-card-name">{name}</span>
          )}
          <span className={tones[state]}>{stateLabel(state)}</span>
        </div>
        <div>
          <span className="field-where">
            {describeEvent(event)} · {formatInstant(event.at, timeZone)}
          </span>
          <span className="field-reference">
            <span className="for-readers">{t('Reference')} </span>
            {reference}
          </span>
        </div>
      </div>
      {(message !== null || visit !== null || marks.length > 0) && (
        <div className="field-entry-more">
          {message !== null && <p className={state === 'refused' ? 'field-problem' : undefined}>{message}</p>}
          {visit && <p>{t('Stored as visit {visit}', { visit: visit.Visit_ID })}</p>}
          {marks.map(({ kind, message: reason }) => (
            <p key={kind}>{reason}</p>
          ))}
        </div>
      )}
      {slipPath !== undefined && state !== 'refused' && (
        <div className="field-actions">
          <Link className="field-action" to={slipPath}>
            {t('Slip for the farmer')}
          </Link>
        </div>
      )}
      {state === 'refused' && <RefusedActions entry={entry} name={name} />}
    </li>
  )
}

function RefusedActions({ entry, name }: Omit<EntryCardProps, 'timeZone'>): ReactNode {
  const [isDeleting, setDeleting] = useState(false)
  const [isShown, setShown] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const text = entryAsText(entry)
  const to = correctionPath(entry)
  const { submit: retry } = useSubmit({
    send: () => retryEntry(entry.event.id),
    failure: t('Could not save on this phone'),
  })
  const copy = async (): Promise<void> => {
    if (await copyText(null, text)) return notify({ tone: 'good', text: t('Copied') })
    // Without the clipboard the text is shown, to be copied by hand.
    setShown(true)
    setTimeout(() => box.current?.select())
  }
  return (
    <>
      <div className="field-actions">
        {to ? (
          <Link className="field-action" to={to}>
            {t('Correct')}
          </Link>
        ) : (
          <button type="button" className="field-action" onClick={() => void retry(undefined)}>
            {t('Try again')}
          </button>
        )}
        <button type="button" className="field-action" onClick={() => void copy()}>
          {t('Copy as text')}
        </button>
        <button type="button" className="field-action field-action-danger" onClick={() => setDeleting(true)}>
          {t('Delete')}
        </button>
      </div>
      {isShown && (
        <textarea
          ref={box}
          className="control"
          aria-label={t('Text to copy')}
          rows={6}
          readOnly
          value={text}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          heading={t('Delete it from this phone?')}
          action={t('Delete')}
          tone="danger"
          send={() => discardEntry(entry.event.id)}
          success={() => t('Deleted')}
          onDone={() => setDeleting(false)}
          onClose={() => setDeleting(false)}
        >
          <p>
            {t('{what} for {name}, {reference}: it is stored only on this phone and cannot be restored.', {
              what: describeEvent(entry.event),
              name,
              reference: entry.reference,
            })}
          </p>
          <p>
            <Button onClick={() => void copy()}>{t('Copy as text')}</Button>
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
