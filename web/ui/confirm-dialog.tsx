import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { useSubmit, type SubmitOptions } from './use-submit.ts'
import { t } from '#domain/messages/t.ts'

export interface ConfirmDialogProps<T> extends Pick<SubmitOptions<void, T>, 'success' | 'failure'> {
  /** A question: "Delete anita?". */
  heading: string
  /** What will happen. */
  children: ReactNode
  /** Label of the button that confirms; a verb. */
  action: string
  /** Its label while it is sending. */
  busyAction?: string
  cancel?: string
  /** Danger: it cannot be undone. */
  tone?: 'main' | 'danger'
  send: () => Promise<T>
  onDone?: (answer: T) => void | Promise<void>
  onClose: () => void
}

/** Asks before something is done. A failure is shown beside the buttons, and the dialog stays open for another attempt. */
export function ConfirmDialog<T>(props: ConfirmDialogProps<T>): ReactNode {
  const { heading, children, action, busyAction = action, cancel = t('Cancel'), tone = 'main' } = props
  const { send, success, failure, onDone, onClose } = props
  const { isBusy, submit } = useSubmit<void, T>({
    send,
    ...(success && { success }),
    ...(failure !== undefined && { failure }),
    onSuccess: async (answer) => onDone?.(answer),
  })
  return (
    <Dialog heading={heading} tone={tone === 'danger' ? 'danger' : 'plain'} onClose={onClose}>
      <div className="stack">{children}</div>
      <DialogActions>
        <Button tone={tone} busy={isBusy} onClick={() => void submit()}>
          {isBusy ? busyAction : action}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </DialogActions>
    </Dialog>
  )
}
