import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { useOnNavigate } from './use-on-navigate.ts'
import './action-menu.css'

/** An entry of the menu: a link, or an action. */
export type MenuEntry = { label: string } & ({ to: string } | { run: () => void })

interface ActionMenuProps {
  label: string
  entries: readonly MenuEntry[]
  isOpenAtFirst?: boolean
}

/** A button with a menu of actions: arrow keys move, Escape closes, and the focus returns to the button. */
export function ActionMenu({ label, entries, isOpenAtFirst = false }: ActionMenuProps): ReactNode {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const root = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const button = (): HTMLElement | null | undefined => root.current?.querySelector('button')
  const items = (): HTMLElement[] => [
    ...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ]
  const close = (): void => {
    button()?.focus()
    setOpen(false)
  }
  useOnNavigate(() => setOpen(false))
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointerDown = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [isOpen, root])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setOpen(true)
      return
    }
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation()
      // From the button, Tab moves on past the menu.
      close()
      return
    }
    const all = items()
    const at = all.findIndex((item) => item === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  return (
    <div
      className="action-menu"
      role="presentation"
      ref={root}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) =>
        relatedTarget && !root.current?.contains(relatedTarget) && setOpen(false)
      }
    >
      <Button
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <Icon name="down" />
      </Button>
      {isOpen && (
        <div id={menuId} className="action-menu-panel" role="menu" aria-label={label}>
          {entries.map((entry, at) =>
            'to' in entry ? (
              <Link
                key={entry.label}
                ref={at === 0 ? focus : undefined}
                role="menuitem"
                tabIndex={-1}
                to={entry.to}
              >
                {entry.label}
              </Link>
            ) : (
              <button
                key={entry.label}
                ref={at === 0 ? focus : undefined}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  entry.run()
                }}
              >
                {entry.label}
              </button>
            ),
          )}
        </div>
      )}
    </div>
  )
}

const focus = (element: HTMLElement | null): void => element?.focus()
