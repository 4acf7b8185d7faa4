import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/** Whether the page is being drawn for anybody, or what was drawn so is being taken over: nothing may differ yet. */
export const useIsTakingOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
