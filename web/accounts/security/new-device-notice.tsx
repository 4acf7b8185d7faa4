import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { NewDevice } from '#domain/api/accounts/own-account.ts'
import './new-device-notice.css'
import { listNewDevices } from './security-api.ts'
import { viewedAs } from '../../api/session.ts'
import { deviceLabel } from '../../ui/device-label.ts'
import { Icon } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../../messages/rich-text.tsx'

const minInterval = 60_000

/** Notifies the user on any page that a new device logged in; the account page offers what to do about it. */
export function NewDeviceNotice(): ReactNode {
  const { pathname } = useLocation()
  const [devices, setDevices] = useState<readonly NewDevice[]>([])
  const [closed, setClosed] = useState<readonly string[]>([])
  const requestedAt = useRef(-minInterval)
  useEffect(() => {
    // After the account page the list is read again, so that devices confirmed there are not shown.
    const isDue = performance.now() - requestedAt.current >= minInterval || devices.length > 0
    // While viewing as another user, the notice would be about the wrong account.
    if (!isDue || pathname === '/account' || viewedAs()) return
    requestedAt.current = performance.now()
    // A failed request is ignored: the next page tries again.
    listNewDevices().then(setDevices, () => {})
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each page
  }, [pathname])
  const device = devices.find(({ id }) => !closed.includes(id))
  // A live region must be in the document before its text changes.
  return (
    <output className="new-device-notice" hidden={pathname === '/account'}>
      {device && (
        <span className="new-device-card">
          <span>
            <RichText
              message="A new device logged in on <time></time> from {address}: {device}. <link>Was it you?</link>"
              values={{ address: device.address, device: deviceLabel(device.device) }}
              tags={{
                time: () => <Moment at={device.at} />,
                link: (text) => <Link to="/account">{text}</Link>,
              }}
            />
          </span>
          <button
            type="button"
            className="button-icon"
            aria-label={t('Close the message about the new device')}
            onClick={() => setClosed([...closed, device.id])}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </output>
  )
}
