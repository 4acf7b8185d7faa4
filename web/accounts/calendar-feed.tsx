import { useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { sentenceOf } from '../api/api-problem.ts'
import { makeFeed, switchFeedOff, type FeedState, type MadeFeed } from '../api/own-account.ts'
import { Button } from '../ui/button.tsx'
import { copied } from '../ui/copied.ts'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'

/** How the calendar of a phone or a desk finds the own visits: with a password, or at a secret address that tells less. */
export function CalendarFeed({ feed: { createdAt, hasPassword } }: { feed: FeedState }): ReactNode {
  const [made, setMade] = useState<MadeFeed | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  const work = async (failure: string, doIt: () => Promise<void>): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      await doIt()
      await revalidate()
    } catch (error) {
      notify({ tone: 'bad', text: failure, detail: sentenceOf(error) })
    }
    setBusy(false)
  }
  const make = (): Promise<void> =>
    work('No calendar feed was made', async () => {
      const isAnother = createdAt !== null
      setMade(await makeFeed())
      const detail = isAnother ? 'The password and the address before no longer work.' : undefined
      notify({ tone: 'good', text: 'Your calendar feed is made', detail })
    })
  const switchOff = (): Promise<void> =>
    work('The calendar feed was not switched off', async () => {
      await switchFeedOff()
      setMade(null)
      notify({ tone: 'good', text: 'The calendar feed is switched off' })
    })
  return (
    <section className="card account-feed" aria-labelledby="calendar-feed">
      <h2 id="calendar-feed">Calendar feed</h2>
      <p className="field-hint">
        Shows your visits in the calendar of your phone or computer, without amounts. Its password opens
        nothing else.
      </p>
      {made && <FeedOnce made={made} />}
      {createdAt !== null && !made && (
        <p>
          Made on <Moment at={createdAt} />. The password and the secret address are not shown again; if they
          are lost, make new ones.
          {!hasPassword && ' This one is older and has an address only; a new one has a password as well.'}
        </p>
      )}
      <div className="feed-actions">
        <Button busy={isBusy} onClick={() => void make()}>
          {createdAt === null ? 'Make the feed' : 'Make a new one'}
        </Button>
        {createdAt !== null && (
          <Button tone="danger" busy={isBusy} onClick={() => void switchOff()}>
            Switch off
          </Button>
        )}
      </div>
    </section>
  )
}

function FeedOnce({ made: { withPassword, address, addressTells } }: { made: MadeFeed }): ReactNode {
  return (
    <>
      <p>
        <b>The password and the secret address are shown only now.</b>
      </p>
      <div className="feed-ways">
        <div className="stack">
          <h3>For Apple Calendar, Outlook, Thunderbird</h3>
          <p>
            Shows names, places and remarks. Subscribe to the address, and give the user name and password
            when asked.{' '}
            <a href={withPassword.address.replace(/^https?:/, 'webcal:')}>Open it on this device</a>
          </p>
          <WordToCopy label="Address" word={withPassword.address} />
          <WordToCopy label="User name" word={withPassword.name} />
          <WordToCopy label="Password" word={withPassword.password} />
        </div>
        <div className="stack">
          <h3>For Google Calendar and Outlook on the web</h3>
          <p>
            They send no password.{' '}
            {addressTells === 'codes'
              ? 'This address shows times and customer codes only.'
              : 'Whoever knows this address reads your visits, with names, places and remarks.'}
          </p>
          <WordToCopy label="Secret address" word={address} />
        </div>
      </div>
    </>
  )
}

function WordToCopy({ label, word }: { label: string; word: string }): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const copy = async (): Promise<void> =>
    notify(
      (await copied(box.current, word))
        ? { tone: 'good', text: `${label} copied` }
        : { tone: 'bad', text: 'Your browser did not copy it. Copy the marked text yourself' },
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
          <Button aria-label={`Copy the ${label.toLowerCase()}`} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
      )}
    </Field>
  )
}
