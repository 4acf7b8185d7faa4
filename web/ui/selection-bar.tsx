import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import './selection-bar.css'
import { t } from '#domain/messages/t.ts'

interface SelectionBarProps {
  /** Accessible name: "Selected customers". */
  label: string
  count: number
  /** The count in words, "3 customers selected". */
  text: string
  /** The buttons for the selected rows. */
  children: ReactNode
  onClear: () => void
}

/**
 * Actions for the selected rows, at the bottom of the window. Always mounted, so that a screen reader announces the count.
 */
export function SelectionBar({ label, count, text, children, onClear }: SelectionBarProps): ReactNode {
  return (
    <section className={count > 0 ? 'selection-bar' : 'for-readers'} aria-label={label}>
      <output>{count > 0 && text}</output>
      {count > 0 && (
        <>
          <Button tone="quiet" onClick={onClear}>
            {t('Clear selection')}
          </Button>
          {children}
        </>
      )}
    </section>
  )
}
