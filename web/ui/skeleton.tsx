import type { ReactNode } from 'react'
import './skeleton.css'
import { t } from '#domain/messages/t.ts'

/** A placeholder while content loads. It fades in with a delay, so that a quick response never shows it. */
export function Skeleton({ lines }: { lines: number }): ReactNode {
  return (
    <div className="skeleton">
      <output className="for-readers">{t('Loading…')}</output>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className="skeleton-line" />
      ))}
    </div>
  )
}
