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
import { t } from '#domain/messages/t.ts'
import { RichText } from '../../messages/rich-text.tsx'

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
      if (isKnown) return t('{name} is confirmed', { name })
      return {
        text: t('The sessions on {name} have ended', { name }),
        detail: t('Change your password too: it was used to log in.'),
      }
    },
    failure: t('Nothing was changed'),
    onSuccess: () => revalidate().then(focusNoticeIfLost),
    onFailure: () => revalidate().then(focusNoticeIfLost),
  })
  if (devices.length === 0) return null
  return (
    <section className="card new-devices" aria-labelledby="new-devices">
      <h2 id="new-devices">{t('Was it you?')}</h2>
      <ul>
        {devices.map((device) => {
          const name = deviceLabel(device.device)
          return (
            <li key={device.id}>
              <span>
                <RichText
                  message="A new device logged in on <time></time> from {address}: <b>{device}</b>."
                  values={{ address: device.address, device: name }}
                  tags={{ time: () => <Moment at={device.at} />, b: (text) => <b>{text}</b> }}
                />
              </span>
              <span className="feed-actions">
                <Button
                  aria-label={t('It was me on {name}', { name })}
                  busy={isBusy}
                  onClick={() => void submit({ device, isKnown: true })}
                >
                  {t('It was me')}
                </Button>
                <Button
                  tone="danger"
                  aria-label={t('Log out {name}', { name })}
                  busy={isBusy}
                  onClick={() => void submit({ device, isKnown: false })}
                >
                  {t('Log out')}
                </Button>
                <a href="#change-password">{t('Change password')}</a>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
