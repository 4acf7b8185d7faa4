import type { ComponentType, ReactNode } from 'react'
import { Unreachable } from '../api/api-problem.ts'
import { Dialog } from './dialog.tsx'
import { LoadError } from './load-error.tsx'
import { useQuery } from './use-query.ts'
import { t } from '../messages/t.ts'

export type DeferredDialog<Props> = ComponentType<Props> & {
  /** Loads the code in advance. */
  preload: () => void
}

/**
 * A dialog that the first view of a page does not need; the page loads its code once it is shown. If that fails, opening the
 * dialog says so and loads it again, while the page stays.
 */
export function deferredDialog<Props extends { onCancel: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): DeferredDialog<Props> {
  let Loaded: ComponentType<Props> | undefined
  const open = async (): Promise<void> => {
    Loaded = await load().catch((error: unknown) => {
      throw new Unreachable(error)
    })
  }
  function Deferred(props: Props): ReactNode {
    const { error, reload } = useQuery([], open, { enabled: Loaded === undefined })
    if (Loaded) return <Loaded {...props} />
    if (error === '') return null
    return (
      <Dialog heading={t('Could not open this')} onClose={props.onCancel}>
        <p>
          <LoadError error={error} onRetry={() => void reload()} />
        </p>
      </Dialog>
    )
  }
  return Object.assign(Deferred, { preload: () => void open().catch(() => undefined) })
}
