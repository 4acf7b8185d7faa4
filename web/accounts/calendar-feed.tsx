import { useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { sentenceOf } from '../api/api-problem.ts'
import { makeFeed, switchFeedOff } from '../api/own-account.ts'
import { Button } from '../ui/button.tsx'
import { copied } from '../ui/copied.ts'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'

/** A secret address under which the calendar of a phone or a desk finds the own visits. */
export function CalendarFeed({ madeAt }: { madeAt: string | null }): ReactNode {
  const [address, setAddress] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const box = useRef<HTMLInputElement>(null)

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
    work('No address was made', async () => {
      const isAnother = madeAt !== null
      setAddress((await makeFeed()).address)
      const detail = isAnother ? 'The one before no longer works.' : undefined
      notify({ tone: 'good', text: 'The address of your calendar is made', detail })
    })
  const switchOff = (): Promise<void> =>
    work('The calendar feed was not switched off', async () => {
      await switchFeedOff()
      setAddress(null)
      notify({ tone: 'good', text: 'The calendar feed is switched off' })
    })
  const copy = async (text: string): Promise<void> => {
    const isCopied = await copied(box.current, text)
    notify(
      isCopied
        ? { tone: 'good', text: 'Address copied' }
        : { tone: 'bad', text: 'Your browser did not copy it. Copy the marked address yourself' },
    )
  }
  return (
    <section className="card account-feed" aria-labelledby="calendar-feed">
      <h2 id="calendar-feed">Calendar feed</h2>
      <p className="field-hint">
        A secret address that shows your visits in the calendar of your phone or computer. Whoever knows it
        can read them: names, places and remarks, no amounts.
      </p>
      {address !== null && (
        <>
          <p>
            Add this address to your calendar as a subscription. It is shown only now.{' '}
            <a href={address.replace(/^https?:/, 'webcal:')}>Open it in the calendar of this device</a>
          </p>
          <div className="feed-address">
            <input
              ref={box}
              className="control"
              aria-label="Address of the calendar"
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button tone="main" onClick={() => void copy(address)}>
              Copy
            </Button>
          </div>
        </>
      )}
      {madeAt !== null && address === null && (
        <p>
          An address was made on <Moment at={madeAt} />. It is not shown again; if it is lost, make a new one.
        </p>
      )}
      <div className="feed-actions">
        <Button busy={isBusy} onClick={() => void make()}>
          {madeAt === null ? 'Make the address' : 'Make a new one'}
        </Button>
        {madeAt !== null && (
          <Button tone="danger" busy={isBusy} onClick={() => void switchOff()}>
            Switch off
          </Button>
        )}
      </div>
    </section>
  )
}
