import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useMay } from '../../api/use-may.ts'
import { UnsentStrip } from '../../outbox/sync-strip.tsx'
import { registerWorker } from '../../outbox/worker/register-worker.ts'
import { UpdateNotice } from '../../outbox/worker/update-notice.tsx'

function makePlace(): HTMLElement {
  const place = document.createElement('div')
  place.className = 'device-notices'
  return place
}

/** What an account sees on every screen about what this device holds, above its content. */
export function FieldParts(): ReactNode {
  const recordsVisits = useMay()('create', 'visit')
  useEffect(() => {
    if (recordsVisits) registerWorker()
  }, [recordsVisits])
  // Not part of the layout, which every visitor loads.
  const [place] = useState(makePlace)
  useLayoutEffect(() => {
    document.querySelector('#main')?.before(place)
    return () => place.remove()
  }, [place])
  return createPortal(
    <>
      <UpdateNotice />
      <UnsentStrip />
    </>,
    place,
  )
}
