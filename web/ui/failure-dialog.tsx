import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { t } from '#domain/messages/t.ts'

interface FailureDialogProps {
  onClose: () => void
  children: ReactNode
}

/** Says that a dialog could not be loaded. */
export const FailureDialog = ({ onClose, children }: FailureDialogProps): ReactNode => (
  <Dialog heading={t('Could not open this')} onClose={onClose}>
    <p>{children}</p>
  </Dialog>
)
