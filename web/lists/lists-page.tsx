import type { ReactNode } from 'react'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/changes.css'
import { Page } from '../ui/page.tsx'
import { groupLists, GroupIcon, isInOtherList } from './list-groups.tsx'
import { hasList } from './list-columns.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** Links to all lists. */
export function ListsPage({ heading = t('Lists') }: { heading?: string }): ReactNode {
  const may = useMay()
  const listed = catalogue.filter(
    (entity) => hasList(entity) && !isInOtherList(entity) && may('read', entity.name),
  )
  return (
    <Page
      heading={heading}
      lead={
        may('update', 'customer')
          ? t('Filter, sort, bulk edit, export and print every list.')
          : t('Filter, sort and print every list.')
      }
    >
      <div className="all-lists">
        {groupLists(listed).map(({ id, label, entities }) => (
          <section key={id} aria-labelledby={`lists-${id}`}>
            <h2 id={`lists-${id}`}>
              <GroupIcon id={id} />
              {label}
            </h2>
            <ul>
              {entities.map(({ name, path, plural }) => (
                <li key={name}>
                  <Link to={`/lists/${path}`}>{t(plural)}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  )
}
