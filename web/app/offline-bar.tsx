import type { ReactNode } from 'react'
import { useOnline } from '../ui/use-online.ts'

/** Says so while there is no network, and what still works then. */
export function OfflineBar(): ReactNode {
  const isOnline = useOnline()
  return (
    <output className="offline-bar">
      {!isOnline && (
        <>
          <strong>You are offline.</strong> What you type is kept on this device; send it when the connection
          is back.
        </>
      )}
    </output>
  )
}
