import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { Icon } from './icon.tsx'
import { useOnNavigate } from './use-on-navigate.ts'

interface HoverMenuProps {
  label: string
  /** The links; following one of them closes the menu. */
  children: ReactNode
}

const closeDelay = 200 // milliseconds the mouse may be outside before the menu closes

/** Opens on hover, click, tap, Enter, Space and the arrow keys, but not when Tab moves the focus onto it. */
export function HoverMenu({ label, children }: HoverMenuProps): ReactNode {
  // `held` was opened by a click and stays open; `shown` closes when the mouse or the focus leaves.
  const [state, setState] = useState<'closed' | 'shown' | 'held'>('closed')
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef(0)
  const panelId = useId()
  const isOpen = state !== 'closed'

  const open = (): void => {
    clearTimeout(timer.current)
    setState((now) => (now === 'closed' ? 'shown' : now))
  }
  const close = (): void => {
    clearTimeout(timer.current)
    setState('closed')
  }
  const onPointerLeave = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return
    timer.current = window.setTimeout(() => setState((now) => (now === 'held' ? now : 'closed')), closeDelay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useOnNavigate(close)
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointerDown = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setState('closed')
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      button.current?.focus()
      close()
    }
    if (event.key === 'Tab' && isOpen) {
      // From the button, the browser moves the focus past the menu instead of through its links.
      button.current?.focus()
      close()
    }
    const isInside = event.target !== button.current
    const step = { ArrowDown: 1, ArrowUp: -1, Home: isInside && -1000, End: isInside && 1000 }[event.key]
    if (!step) return
    event.preventDefault()
    open()
    // This key may have opened the panel, whose links exist after the next render.
    requestAnimationFrame(() => {
      const links = [...(root.current?.querySelectorAll('a') ?? [])]
      const next = links.findIndex((link) => link === document.activeElement) + step
      const isAbove = next < 0 && event.key === 'ArrowUp'
      ;(isAbove ? button.current : links[Math.min(Math.max(next, 0), links.length - 1)])?.focus()
    })
  }

  return (
    <div
      className="menu"
      role="presentation"
      ref={root}
      onPointerEnter={(event) => event.pointerType === 'mouse' && open()}
      onPointerLeave={onPointerLeave}
      onKeyDown={onKeyDown}
      onBlur={(event) => !root.current?.contains(event.relatedTarget) && close()}
    >
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => (state === 'held' ? close() : (open(), setState('held')))}
      >
        {label}
        <Icon name="down" />
      </button>
      <div id={panelId} className="menu-panel" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
