import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import '../styles/second-factor.css'
import { sentenceOf } from '../api/api-problem.ts'
import { disown, vouchFor, type NewDevice } from '../api/own-safety.ts'
import { Button } from '../ui/button.tsx'
import { deviceInWords } from '../ui/device-in-words.ts'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'

/** Log-ins from devices that were not seen before, each with one question. */
export function NewDevices({ devices }: { devices: readonly NewDevice[] }): ReactNode {
  const { revalidate } = useRevalidator()
  if (devices.length === 0) return null
  const settle = async (work: () => Promise<void>, done: string, detail?: string): Promise<void> => {
    notify(null)
    try {
      await work()
      notify({ tone: 'good', text: done, detail })
    } catch (error) {
      notify({ tone: 'bad', text: 'Nothing was changed', detail: sentenceOf(error) })
    }
    await revalidate()
    focusNoticeIfLost()
  }
  return (
    <section className="card new-devices" aria-labelledby="new-devices">
      <h2 id="new-devices">Was it you?</h2>
      <ul>
        {devices.map((device) => {
          const name = deviceInWords(device.device)
          return (
            <li key={device.id}>
              <span>
                A new device logged in on <Moment at={device.at} /> from {device.address}: <b>{name}</b>.
              </span>
              <span className="feed-actions">
                <Button
                  aria-label={`It was me on ${name}`}
                  onClick={() => void settle(() => vouchFor(device), `${name} is known now`)}
                >
                  It was me
                </Button>
                <Button
                  tone="danger"
                  aria-label={`End it on ${name}`}
                  onClick={() =>
                    void settle(
                      () => disown(device),
                      `The sessions on ${name} have ended`,
                      'Change the password as well: whoever it was knows it.',
                    )
                  }
                >
                  End it
                </Button>
                <a href="#change-password">Change password</a>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
