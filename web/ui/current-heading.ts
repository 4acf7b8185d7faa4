import { useSyncExternalStore } from 'react'

let current = ''
const listeners = new Set<() => void>()

/** The heading of the page that is shown, for the breadcrumbs above it. */
export function setHeading(heading: string): void {
  current = heading
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useHeading = (): string =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => '',
  )
