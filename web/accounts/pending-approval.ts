import { useEffect } from 'react'
import { t } from '#domain/messages/t.ts'

/** Shown to an account that waits for approval. */
export const pendingApprovalText = (): string =>
  t('Waiting for approval. You can start as soon as an administrator approves your account.')

const interval = 15_000 // milliseconds

/** Checks soon after an account may have been approved: repeatedly while the page is shown, and when it is shown again. */
export function useApprovalCheck(isPending: boolean, check: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isPending) return
    const checkIfShown = (): void => void (document.visibilityState === 'visible' && check())
    const timer = setInterval(checkIfShown, interval)
    addEventListener('visibilitychange', checkIfShown)
    return () => {
      clearInterval(timer)
      removeEventListener('visibilitychange', checkIfShown)
    }
  }, [isPending, check])
}
