import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import './tab-links.css'

interface TabLinksProps<Name extends string> {
  label: string
  tabs: readonly { name: Name; label: string; to: string }[]
  current: Name
}

/** The tabs of a page, each with an address of its own: links, so that Back, bookmarks and a second window work. */
export function TabLinks<Name extends string>({ label, tabs, current }: TabLinksProps<Name>): ReactNode {
  return (
    <nav className="tab-links" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          to={tab.to}
          aria-current={tab.name === current ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
