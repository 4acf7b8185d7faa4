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
import { useOnLeaving } from './use-on-leaving.ts'

interface HoverMenuProps {
  label: string
  /** The links; following one of them closes the menu. */
  children: ReactNode
}

const patience = 200 // milliseconds a mouse may stray outside before the menu closes

/** Opens on hover, click, Enter, Space and the arrow keys, not on the way through by Tab; a finger opens it by tapping. */
export function HoverMenu({ label, children }: HoverMenuProps): ReactNode {
  // `held` was asked for by a click and stays; `shown` goes when the mouse or the focus goes.
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
    timer.current = window.setTimeout(() => setState((now) => (now === 'held' ? now : 'closed')), patience)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useOnLeaving(close)
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointerDown = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setState('closed')
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
      // From the button the browser goes on to what stands beside the menu, not through its links.
      button.current?.focus()
      close()
    }
    const isInside = event.target !== button.current
    const step = { ArrowDown: 1, ArrowUp: -1, Home: isInside && -1000, End: isInside && 1000 }[event.key]
    if (!step) return
    event.preventDefault()
    open()
    // The panel may have been opened by this very key: its links are there after it is shown.
    requestAnimationFrame(() => {
      const links = [...(root.current?.querySelectorAll('a') ?? [])]
      const next = links.indexOf(document.activeElement as HTMLAnchorElement) + step
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
