import type { MouseEvent } from 'react'

/** For a button that first shows and then does: the second click of a double click is no answer to what was shown. */
export function onceOnly(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}
