import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { copied } from '../ui/copied.ts'
import { notify } from '../ui/notices.tsx'

/** A link that is shown once, to copy. */
export function LinkToHandOver({ label, address }: { label: string; address: string }): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  // It takes the place of the button that made it.
  useEffect(() => box.current?.focus(), [])
  const copy = async (): Promise<void> => {
    notify((await copied(box.current, address)) ? { tone: 'good', text: 'Link copied' } : byHand)
  }
  return (
    <div className="reset-link">
      <input
        ref={box}
        className="control"
        aria-label={label}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button tone="main" onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}

const byHand = { tone: 'bad', text: 'Your browser did not copy it. Copy the marked link yourself' } as const
