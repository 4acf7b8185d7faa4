import { lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { loadCode, nextFrame, tryLoad } from './load-code.ts'
import { LoadError } from './load-error.tsx'
import { useQuery } from './use-query.ts'
import { t } from '#domain/messages/t.ts'

export type DeferredPart<Props> = ComponentType<Props> & {
  /** Loads the code in advance; a failure is shown by the part. */
  preload: () => Promise<void>
}

/**
 * A part that the first view of a page does not need: its code is loaded when it is first rendered, below a `Suspense`. If
 * that fails, the part says so in its place and can be loaded again, while the page stays. `frame` surrounds that message.
 */
export function deferredPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  frame: (message: ReactNode, props: Props) => ReactNode = (message) => <p>{message}</p>,
): DeferredPart<Props> {
  const loadAndKeep = async (): Promise<ComponentType<Props>> => {
    Current = await loadCode(load)
    return Current
  }
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      await nextFrame()
      return { default: await loadAndKeep().catch(() => Failed) }
    })
  let Current = begin()

  function Failed(props: Props): ReactNode {
    const { data: Loaded, reload } = useQuery([], () => loadOrReload(load), { enabled: false })
    useEffect(
      () => () => {
        Current = begin()
      },
      [],
    )
    if (Loaded) return <Loaded {...props} />
    return frame(<LoadError error={t('Could not load this part')} onRetry={() => void reload()} />, props)
  }
  function Deferred(props: Props): ReactNode {
    const [Part] = useState(() => Current)
    return <Part {...props} />
  }
  return Object.assign(Deferred, {
    preload: () =>
      loadAndKeep().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/**
 * When the server answers and the code still fails, only a new page can load it: a release has replaced it, or the browser
 * keeps the failure of the first attempt (https://github.com/whatwg/html/issues/6768). Forms keep what was typed as a draft.
 */
async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await tryLoad(load)
  } catch (error) {
    const answers = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
    if (answers) location.reload()
    throw error
  }
}
