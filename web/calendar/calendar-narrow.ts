import { useSyncExternalStore } from 'react'

const query = '(width < 44rem)'

const subscribe = (listener: () => void): (() => void) => {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the screen is too narrow for seven columns. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
