import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import './rail.css'
import './screen-groups.css'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { ScreenIcon } from '../../../ui/screen-icon.tsx'
import { ScreenGroups } from './screen-groups.tsx'
import { t } from '#domain/messages/t.ts'

const storageKey = 'rail'
const collapsed = 'collapsed'

/** Remembered in this browser; web/first-paint.js applies it to the next page. */
function collapse(isCollapsed: boolean): void {
  const { dataset } = document.documentElement
  if (isCollapsed) dataset['rail'] = collapsed
  else delete dataset['rail']
  try {
    if (isCollapsed) localStorage.setItem(storageKey, collapsed)
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage it lasts as long as the page is open.
  }
}

/** The arrow keys move between the entries, Home and End to the first and the last one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key]
  if (next === undefined || at < 0) return
  event.preventDefault()
  entries[Math.min(Math.max(next, 0), entries.length - 1)]?.focus()
}

interface RailProps {
  /** Null until it is known what may be opened. */
  account: OwnAccountView | null
  onFind: () => void
}

/** Every screen that the account may open, beside the page; layout.css keeps its place free before it is loaded. */
export function Rail({ account, onFind }: RailProps): ReactNode {
  const { pathname } = useLocation()
  const [isCollapsed, setCollapsed] = useState(() => document.documentElement.dataset['rail'] === collapsed)
  const entries = useRef<HTMLDivElement>(null)
  // Shows the current entry without scrolling the page.
  useEffect(() => {
    const entry = entries.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const frame = entries.current?.getBoundingClientRect()
    if (!entry || !frame || (entry.top >= frame.top && entry.bottom <= frame.bottom)) return
    entries.current?.scrollBy({ top: entry.top - frame.top - frame.height / 2 })
  })
  const toggle = (): void => {
    collapse(!isCollapsed)
    setCollapsed(!isCollapsed)
  }
  return (
    <nav className="rail" aria-label={t('All screens')}>
      <button
        type="button"
        className="rail-find"
        aria-keyshortcuts="Control+K"
        title={t('Find or create (Ctrl+K)')}
        onClick={onFind}
      >
        <Icon name="search" />
        <span className="screen-name">{t('Find or create')}</span>
        <kbd aria-hidden="true">{t('Ctrl K')}</kbd>
      </button>
      <div ref={entries} className="rail-screens" role="presentation" onKeyDown={moveFocus}>
        <Link
          to="/"
          className="screen-entry"
          title={t('Home')}
          aria-current={pathname === '/' ? 'page' : undefined}
        >
          <ScreenIcon name="home" />
          <span className="screen-name">{t('Home')}</span>
        </Link>
        {account && <ScreenGroups isFolding />}
      </div>
      <button
        type="button"
        className="rail-toggle"
        aria-pressed={isCollapsed}
        title={isCollapsed ? t('Show the labels') : t('Show icons only')}
        onClick={toggle}
      >
        <Icon name="down" />
        <span className="screen-name">{t('Show icons only')}</span>
      </button>
    </nav>
  )
}
