import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/** True while pre-rendering and hydrating, when the output must not depend on the browser or the account. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
