import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { deferredDialog } from './deferred-dialog.tsx'

/** The dialog of confirm-dialog.tsx, for pages where a click opens it. */
export const DeferredConfirmDialog = deferredDialog<ConfirmDialogProps<unknown>>(
  async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
)
