import type { ReactNode } from 'react'
import { isKeptByDevice } from '../api/draft-storage.ts'
import { useOnline } from '../ui/use-online.ts'

/** Says so while there is no network, and what still works then. */
export function OfflineBar(): ReactNode {
  const isOnline = useOnline()
  return (
    <output className="offline-bar">
      {!isOnline && (
        <>
          <strong>You are offline.</strong>{' '}
          {isKeptByDevice()
            ? 'Visits and forms that you fill in are kept on this device; send them when the connection is back.'
            : 'What you type is kept while this tab is open; send it when the connection is back.'}
        </>
      )}
    </output>
  )
}
