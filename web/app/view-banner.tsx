import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { viewKey, viewedAs } from '../api/session.ts'
import '../styles/view-banner.css'
import { Button } from '../ui/button.tsx'

/** Whose view this is, on every page of it, and the way back. */
export function ViewBanner(): ReactNode {
  const who = viewedAs() ?? ''
  const stop = (): void => {
    sessionStorage.removeItem(viewKey)
    location.assign('/admin/users')
  }
  return createPortal(
    <section className="view-banner" aria-label="View as somebody else">
      <p>
        This is how <strong>{who.slice(who.indexOf(' ') + 1)}</strong> sees it. Nothing can be changed
        meanwhile.
      </p>
      <Button onClick={stop}>Stop</Button>
    </section>,
    document.body,
  )
}
