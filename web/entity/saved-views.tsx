import { lazy, Suspense, useState, type ReactNode } from 'react'
import { notify } from '../ui/notices.tsx'
import { Button } from '../ui/button.tsx'

const SavedViewsDialog = lazy(async () => ({
  default: (await import('./saved-views-dialog.tsx')).SavedViewsDialog,
}))

export interface SavedViewsProps {
  /** The path of the screen. */
  screen: string
  /** What its address says now, behind the question mark. */
  query: string
}

/** Names for what a screen shows. It knows its path and its query, and nothing else of it. */
export function SavedViews(props: SavedViewsProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => {
          notify(null)
          setOpen(true)
        }}
      >
        Views
      </Button>
      {isOpen && (
        <Suspense>
          <SavedViewsDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
