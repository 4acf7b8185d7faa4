import { useSyncExternalStore, type ReactNode } from 'react'

function onChange(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says so while there is no network, and what still works then. */
export function OfflineBar(): ReactNode {
  const isOnline = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  )
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
