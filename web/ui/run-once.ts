import type { MouseEvent } from 'react'

/** For a button that shows a preview and then acts: the second click of a double click must not confirm the preview. */
export function runOnce(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}
