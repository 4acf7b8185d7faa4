import type { ReactNode } from 'react'
import { groupLabels, railGroups } from '#domain/screens/rail.ts'
import { tiles } from '#domain/screens/screens.ts'
import { useMayOpen } from '../access/use-may-open.ts'
import './tile.css'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { ScreenIcon } from '../ui/screen-icon.tsx'
import { t } from '#domain/messages/t.ts'

/** The tools of the office by group, each with what it is for. */
export function ToolsPage(): ReactNode {
  const mayOpen = useMayOpen()
  return (
    <Page heading={t('Tools')}>
      <nav aria-label={t('Office')}>
        {railGroups.map((group) => {
          const own = tiles.filter((screen) => screen.group === group && mayOpen(screen))
          return (
            own.length > 0 && (
              <section key={group} className="tool-group">
                <h2>{t(groupLabels[group])}</h2>
                <div className="tools">
                  {own.map(({ path, label, shortLabel = label, icon, tile }) => (
                    <Link key={path} to={path} className="admin-tile">
                      {icon && <ScreenIcon name={icon} />}
                      <span className="tool-name">{t(shortLabel)}</span>{' '}
                      <span>{tile && t(tile.description)}</span>
                    </Link>
                  ))}
                </div>
              </section>
            )
          )
        })}
      </nav>
    </Page>
  )
}
