import type { ReactNode } from 'react'
import { isStoredOnDevice } from '../../api/drafts/stored-on-device.ts'
import { useOnline } from '../../ui/use-online.ts'
import { t } from '#domain/messages/t.ts'

/** Shown while there is no network, with what still works. */
export function OfflineBar(): ReactNode {
  const isOnline = useOnline()
  return (
    <output className="offline-bar">
      {!isOnline && (
        <>
          <strong>{t('You are offline.')}</strong>{' '}
          {isStoredOnDevice()
            ? t('Visits and forms you fill in are saved on this device. Send them when you are back online.')
            : t('What you type is saved while this tab is open. Send it when you are back online.')}
        </>
      )}
    </output>
  )
}
