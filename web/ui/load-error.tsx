import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { t } from '#domain/messages/t.ts'

/** Why a list or a part of a page did not load, with a button that loads it again. */
export function LoadError({ error, onRetry }: { error: string; onRetry: () => void }): ReactNode {
  return (
    <span className="field-problem" role="alert">
      {error}. <Button onClick={onRetry}>{t('Try again')}</Button>
    </span>
  )
}
