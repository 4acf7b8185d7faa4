import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { NewDevice } from '#domain/api/accounts/own-account.ts'
import './second-factor.css'
import { reportDevice, confirmDevice } from './security-api.ts'
import { Button } from '../../ui/button.tsx'
import { deviceLabel } from '../../ui/device-label.ts'
import { Moment } from '../../ui/moment.tsx'
import { focusNoticeIfLost } from '../../ui/notices.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

interface Answer {
  device: NewDevice
  isKnown: boolean
}

/** Logins from devices that were not used before, to confirm or to end. */
export function NewDevices({ devices }: { devices: readonly NewDevice[] }): ReactNode {
  const { revalidate } = useRevalidator()
  const { isBusy, submit } = useSubmit({
    send: ({ device, isKnown }: Answer) => (isKnown ? confirmDevice(device) : reportDevice(device)),
    success: (_, { device, isKnown }) => {
      const name = deviceLabel(device.device)
      if (isKnown) return `${name} is confirmed`
      return {
        text: `The sessions on ${name} have ended`,
        detail: 'Change your password too: it was used to log in.',
      }
    },
    failure: 'Nothing was changed',
    onSuccess: () => revalidate().then(focusNoticeIfLost),
    onFailure: () => revalidate().then(focusNoticeIfLost),
  })
  if (devices.length === 0) return null
  return (
    <section className="card new-devices" aria-labelledby="new-devices">
      <h2 id="new-devices">Was it you?</h2>
      <ul>
        {devices.map((device) => {
          const name = deviceLabel(device.device)
          return (
            <li key={device.id}>
              <span>
                A new device logged in on <Moment at={device.at} /> from {device.address}: <b>{name}</b>.
              </span>
              <span className="feed-actions">
                <Button
                  aria-label={`It was me on ${name}`}
                  busy={isBusy}
                  onClick={() => void submit({ device, isKnown: true })}
                >
                  It was me
                </Button>
                <Button
                  tone="danger"
                  aria-label={`Log out ${name}`}
                  busy={isBusy}
                  onClick={() => void submit({ device, isKnown: false })}
                >
                  Log out
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
