import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import '../styles/new-device-notice.css'
import { listNewDevices, type NewDevice } from '../api/own-safety.ts'
import { viewedAs } from '../api/session.ts'
import { deviceInWords } from '../ui/device-in-words.ts'
import { Icon } from '../ui/icon.tsx'
import { Moment } from '../ui/moment.tsx'

const leastBetween = 60_000

/** Says on whatever page is next that a new device logged in; what to do about it stands on the page of the account. */
export function NewDeviceNotice(): ReactNode {
  const { pathname } = useLocation()
  const [devices, setDevices] = useState<readonly NewDevice[]>([])
  const [closed, setClosed] = useState<readonly string[]>([])
  const askedAt = useRef(-leastBetween)
  useEffect(() => {
    // Leaving the page of the account, what was dealt with there is not told again.
    const isDue = performance.now() - askedAt.current >= leastBetween || devices.length > 0
    // Whoever looks as somebody else is not asked for them.
    if (!isDue || pathname === '/account' || viewedAs()) return
    askedAt.current = performance.now()
    // Not to be told is no reason to disturb anybody: the next page asks again.
    listNewDevices().then(setDevices, () => {})
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each page
  }, [pathname])
  const device = devices.find(({ id }) => !closed.includes(id))
  // The live region is there before anything is said in it.
  return (
    <output className="new-device-notice" hidden={pathname === '/account'}>
      {device && (
        <span className="new-device-card">
          <span>
            A new device logged in on <Moment at={device.at} /> from {device.address}:{' '}
            {deviceInWords(device.device)}. <Link to="/account">Was it you?</Link>
          </span>
          <button
            type="button"
            className="button-icon"
            aria-label="Close the message about the new device"
            onClick={() => setClosed([...closed, device.id])}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </output>
  )
}
