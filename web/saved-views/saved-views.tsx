import { useState, type ReactNode } from 'react'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { Button } from '../ui/button.tsx'
import type { SavedViewsProps } from './saved-views-dialog.tsx'
import { t } from '#domain/messages/t.ts'

const SavedViewsDialog = deferredDialog(
  async () => (await import('./saved-views-dialog.tsx')).SavedViewsDialog,
)

/** Saves and opens named views of a screen, given its path and query string. */
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
        {t('Views')}
      </Button>
      {isOpen && <SavedViewsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
