import { Suspense, type ComponentType, type ReactNode } from 'react'
import { deferredPart, type DeferredPart } from './deferred-part.tsx'
import { Dialog } from './dialog.tsx'
import { t } from '#domain/messages/t.ts'

type Closing = { onClose: () => void } | { onCancel: () => void }

/** A dialog that the first view of a page does not need. Nothing is shown while it loads; a failure is a dialog of its own. */
export function deferredDialog<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
): DeferredPart<Props> {
  const Part = deferredPart(load, (message, props) => (
    <Dialog heading={t('Could not open this')} onClose={'onClose' in props ? props.onClose : props.onCancel}>
      <p>{message}</p>
    </Dialog>
  ))
  const Deferred = (props: Props): ReactNode => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
  return Object.assign(Deferred, { preload: Part.preload })
}
