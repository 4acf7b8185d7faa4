import { useEffect, useRef, type RefObject } from 'react'

const modifiers = ['Alt', 'Shift', 'Control', 'Meta']

/**
 * What has the focus may go to another cell, or be away until another week is loaded: the focus follows it there, until
 * somebody does something else.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const forget = (event: Event): void => {
      // A key like Alt alone is the beginning of the same again.
      if (!(event instanceof KeyboardEvent && modifiers.includes(event.key))) wanted.current = null
    }
    addEventListener('pointerdown', forget, { capture: true })
    addEventListener('keydown', forget, { capture: true })
    return () => {
      removeEventListener('pointerdown', forget, { capture: true })
      removeEventListener('keydown', forget, { capture: true })
    }
  }, [])
  useEffect(() => {
    const { activeElement, body } = document
    const isHere = activeElement === body || frame.current?.contains(activeElement)
    if (wanted.current === null || !isHere) return
    const followed = frame.current?.querySelector<HTMLElement>(wanted.current)
    if (followed) followed.focus()
    // It went to a day that is not shown: the keys go on from the chosen one.
    else if (activeElement === body) frame.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
  })
  return (selector) => {
    wanted.current = selector
  }
}
