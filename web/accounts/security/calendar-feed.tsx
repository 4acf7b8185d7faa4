import { useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { CreatedFeed, FeedState } from '#domain/api/visits/calendar-feed.ts'
import { createFeed, switchFeedOff } from './own-account-api.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Field } from '../../ui/field.tsx'
import { Moment } from '../../ui/moment.tsx'
import { notify } from '../../ui/notices.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../../messages/rich-text.tsx'

/** Lets a calendar app subscribe to the user's visits: with a password, or at a secret address that shows less. */
export function CalendarFeed({ feed: { createdAt, hasPassword } }: { feed: FeedState }): ReactNode {
  const [created, setCreated] = useState<CreatedFeed | null>(null)
  const { revalidate } = useRevalidator()
  const creating = useSubmit({
    send: () => createFeed(),
    success: () => ({
      text: t('Calendar feed created'),
      detail: createdAt === null ? undefined : t('The previous password and address no longer work.'),
    }),
    failure: t('The calendar feed was not created'),
    onSuccess: (feed) => {
      setCreated(feed)
      return revalidate()
    },
  })
  const switchingOff = useSubmit({
    send: () => switchFeedOff(),
    success: () => t('The calendar feed is switched off'),
    failure: t('The calendar feed was not switched off'),
    onSuccess: () => {
      setCreated(null)
      return revalidate()
    },
  })
  const isBusy = creating.isBusy || switchingOff.isBusy
  return (
    <section className="card account-feed" aria-labelledby="calendar-feed">
      <h2 id="calendar-feed">{t('Calendar feed')}</h2>
      <p className="field-hint">
        {t(
          'Shows your visits in the calendar of your phone or computer, without amounts. Its password works for nothing else.',
        )}
      </p>
      {created && <NewFeed feed={created} />}
      {createdAt !== null && !created && (
        <p>
          <RichText
            message="Created on <time></time>. The password and the secret address are not shown again; if they are lost, create a new feed."
            tags={{ time: () => <Moment at={createdAt} /> }}
          />{' '}
          {!hasPassword && t('This older feed has only an address; a new one also has a password.')}
        </p>
      )}
      <div className="feed-actions">
        <Button busy={isBusy} onClick={() => void creating.submit(undefined)}>
          {createdAt === null ? t('Create feed') : t('Create a new feed')}
        </Button>
        {createdAt !== null && (
          <Button tone="danger" busy={isBusy} onClick={() => void switchingOff.submit(undefined)}>
            {t('Switch off')}
          </Button>
        )}
      </div>
    </section>
  )
}

function NewFeed({ feed: { withPassword, address, addressTells } }: { feed: CreatedFeed }): ReactNode {
  return (
    <>
      <p>
        <b>{t('The password and the secret address are shown only now.')}</b>
      </p>
      <div className="feed-ways">
        <div className="stack">
          <h3>{t('For Apple Calendar, Outlook, Thunderbird')}</h3>
          <p>
            {t(
              'Shows names, places and remarks. Subscribe to the address, and enter the user name and password when asked.',
            )}{' '}
            <a href={withPassword.address.replace(/^https?:/, 'webcal:')}>{t('Open it on this device')}</a>
          </p>
          <CopyField label={t('Address')} word={withPassword.address} />
          <CopyField label={t('User name')} word={withPassword.name} />
          <CopyField label={t('Password')} word={withPassword.password} />
        </div>
        <div className="stack">
          <h3>{t('For Google Calendar and Outlook on the web')}</h3>
          <p>
            {t('These cannot send a password.')}{' '}
            {addressTells === 'codes'
              ? t('This address shows times and customer codes only.')
              : t('Anyone who has this address can read your visits, with names, places and remarks.')}
          </p>
          <CopyField label={t('Secret address')} word={address} />
        </div>
      </div>
    </>
  )
}

function CopyField({ label, word }: { label: string; word: string }): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const copy = async (): Promise<void> =>
    notify(
      (await copyText(box.current, word))
        ? { tone: 'good', text: t('{label} copied', { label }) }
        : { tone: 'bad', text: t('Could not copy. Copy the selected text yourself') },
    )
  return (
    <Field label={label}>
      {(attributes) => (
        <div className="feed-word">
          <input
            {...attributes}
            ref={box}
            className="control"
            readOnly
            value={word}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            aria-label={t('Copy the {label}', { label: label.toLowerCase() })}
            onClick={() => void copy()}
          >
            {t('Copy')}
          </Button>
        </div>
      )}
    </Field>
  )
}
