import { Suspense, type ComponentType, type ReactNode } from 'react'
import { deferredPart, type DeferredPart } from './deferred-part.tsx'

type Closing = { onClose: () => void } | { onCancel: () => void }

// Without a network it may not load either; then its own message is shown in the page.
const FailureDialog = deferredPart(async () => (await import('./failure-dialog.tsx')).FailureDialog)

/** A dialog that the first view of a page does not need. Nothing is shown while it loads; a failure is a dialog of its own. */
export function deferredDialog<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
): DeferredPart<Props> {
  const Part = deferredPart(load, (message, props) => (
    <FailureDialog onClose={'onClose' in props ? props.onClose : props.onCancel}>{message}</FailureDialog>
  ))
  const Deferred = (props: Props): ReactNode => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
  return Object.assign(Deferred, { preload: Part.preload })
}
