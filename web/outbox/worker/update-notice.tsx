import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { onVersion, takeOver, waitingVersion } from './register-worker.ts'
import '../sync-strip.css'
import { t } from '#domain/messages/t.ts'

/** Offers the new version, but not on a page with unsaved input. */
export function UpdateNotice(): ReactNode {
  const worker = useSyncExternalStore(onVersion, waitingVersion, () => null)
  const { isBusy, runOnce } = useBusy()
  const isTyped = useIsTyped()
  if (!worker || isTyped) return null
  const update = (): Promise<void> =>
    runOnce(async () => {
      if (await takeOver(worker)) return
      notify({ tone: 'bad', text: t('Close the other tabs of AgriDesk first, then update') })
    }).then(() => undefined)
  return (
    <div className="update-notice">
      <span>{t('A new version is ready.')}</span>
      <Button busy={isBusy} onClick={() => void update()}>
        {t('Update')}
      </Button>
    </div>
  )
}

/** Whether something was typed or chosen since this page was opened. */
function useIsTyped(): boolean {
  const { pathname } = useLocation()
  const [typedOn, setTypedOn] = useState<string | null>(null)
  useEffect(() => {
    const onInput = (): void => setTypedOn(pathname)
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  }, [pathname])
  return typedOn === pathname
}
