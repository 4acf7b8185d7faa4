export type NavigationAction = 'POP' | 'PUSH' | 'REPLACE'

type Listener = (action: NavigationAction) => void

const listeners = new Set<Listener>()

/** Called after the router changed the URL, for code that is loaded after the page. */
export const onNavigation = (listener: Listener): unknown => listeners.add(listener)

/** Must be called after the router changed the URL. */
export function reportNavigation(action: NavigationAction): void {
  for (const listener of listeners) listener(action)
}
