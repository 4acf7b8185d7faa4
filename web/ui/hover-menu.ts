/** `held` was opened by a click and stays open; `shown` closes when the mouse or the focus leaves. */
export type MenuState = 'closed' | 'shown' | 'held'

type ChangeState = (change: (now: MenuState) => MenuState) => void

const closeDelay = 200 // milliseconds the mouse may be outside before the menu closes

/**
 * Opens a menu on hover and with the arrow keys, moves through its links, and closes it; its button toggles it. The menu is a
 * button with `aria-expanded` and a panel of links. Returns the function that ends it.
 */
export function followMenu(root: HTMLElement, change: ChangeState): () => void {
  const button = root.querySelector('button')!
  let timer = 0
  const isOpen = (): boolean => button.ariaExpanded === 'true'
  const open = (): void => {
    clearTimeout(timer)
    change((now) => (now === 'closed' ? 'shown' : now))
  }
  const close = (): void => {
    clearTimeout(timer)
    change(() => 'closed')
  }
  const onEnter = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') open()
  }
  const onLeave = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return
    timer = window.setTimeout(() => change((now) => (now === 'held' ? now : 'closed')), closeDelay)
  }
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node) || !root.contains(relatedTarget)) close()
  }
  const onPointerDown = ({ target }: PointerEvent): void => {
    if (isOpen() && target instanceof Node && !root.contains(target)) close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen()) {
      event.stopPropagation()
      button.focus()
      close()
    }
    if (event.key === 'Tab' && isOpen()) {
      // From the button, the browser moves the focus past the menu instead of through its links.
      button.focus()
      close()
    }
    const isInside = event.target !== button
    const step = { ArrowDown: 1, ArrowUp: -1, Home: isInside && -1000, End: isInside && 1000 }[event.key]
    if (!step) return
    event.preventDefault()
    open()
    // This key may have opened the panel, whose links exist after the next render.
    requestAnimationFrame(() => {
      const links = [...root.querySelectorAll('a')]
      const next = links.findIndex((link) => link === document.activeElement) + step
      const isAbove = next < 0 && event.key === 'ArrowUp'
      ;(isAbove ? button : links[Math.min(Math.max(next, 0), links.length - 1)])?.focus()
    })
  }
  root.addEventListener('pointerenter', onEnter)
  root.addEventListener('pointerleave', onLeave)
  root.addEventListener('focusout', onFocusOut)
  root.addEventListener('keydown', onKeyDown)
  document.addEventListener('pointerdown', onPointerDown)
  // The mouse may have come before this code.
  if (root.matches(':hover') && matchMedia('(hover: hover)').matches) open()
  return () => {
    clearTimeout(timer)
    root.removeEventListener('pointerenter', onEnter)
    root.removeEventListener('pointerleave', onLeave)
    root.removeEventListener('focusout', onFocusOut)
    root.removeEventListener('keydown', onKeyDown)
    document.removeEventListener('pointerdown', onPointerDown)
  }
}
