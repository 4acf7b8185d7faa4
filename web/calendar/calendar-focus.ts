import { useEffect, useRef, type RefObject } from 'react'

/**
 * The focused element may move to another cell, or be missing until another week is loaded: focus follows it until the
 * next key or pointer action.
 */
export function useFollowFocus(frame: RefObject<HTMLElement | null>): (selector: string) => void {
  const target = useRef<string | null>(null)
  useEffect(() => {
    const clearTarget = (event: Event): void => {
      // A modifier key alone may start the same action again.
      const isModifier =
        event instanceof KeyboardEvent && ['Alt', 'Shift', 'Control', 'Meta'].includes(event.key)
      if (!isModifier) target.current = null
    }
    addEventListener('pointerdown', clearTarget, { capture: true })
    addEventListener('keydown', clearTarget, { capture: true })
    return () => {
      removeEventListener('pointerdown', clearTarget, { capture: true })
      removeEventListener('keydown', clearTarget, { capture: true })
    }
  }, [])
  useEffect(() => {
    const { activeElement, body } = document
    const isInFrame = activeElement === body || frame.current?.contains(activeElement)
    if (target.current === null || !isInFrame) return
    const element = frame.current?.querySelector<HTMLElement>(target.current)
    if (element) element.focus()
    // The element moved to a day that is not shown: focus goes to the chosen day.
    else if (activeElement === body) frame.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
  })
  return (selector) => {
    target.current = selector
  }
}
