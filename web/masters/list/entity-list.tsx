import { Suspense, useState, type ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Page } from '../../api/resources.ts'
import { seesEverything } from '../../api/session-account.ts'
import { useMay } from '../../api/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useEntityTable } from './entity-table.tsx'
import { labelInSentence } from '../label-in-sentence.ts'
import { filterable, hasFilters } from './filterable.ts'
import { useListLinks } from './list-links.ts'
import { formatTotal } from './list-pages.tsx'
import { ListScreen } from './list-screen.tsx'
import { useRemoval } from '../use-removal.tsx'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const ActiveFilters = deferredPart(async () => (await import('./active-filters.tsx')).ActiveFilters)
const ListFilters = deferredPart(async () => (await import('./list-filters.tsx')).ListFilters)
const HistoryDialog = deferredDialog(async () => (await import('../history-dialog.tsx')).HistoryDialog)

export function EntityList({ entity }: { entity: Entity }): ReactNode {
  const page = useLoaderData<Page>()
  const [isFiltering, setFiltering] = useState(false)
  const [history, setHistory] = useState<StoredRecord | null>(null)
  const may = useMay()
  const { remove, refusal } = useRemoval(entity)
  const plural = labelInSentence(entity.plural)
  const { search, changed } = useListLinks()

  const table = useEntityTable({
    entity,
    names: page.names ?? {},
    mayEdit: may('update', entity.name),
    onHistory: may('history', entity.name) ? setHistory : undefined,
    onDelete: may('delete', entity.name) ? remove : undefined,
  })
  return (
    <>
      <ListScreen
        label={t(entity.plural)}
        heading={
          <>
            {t(entity.plural)} {page.total ? <span className="list-count">{formatTotal(page)}</span> : null}
          </>
        }
        search={t('Search {plural}', { plural })}
        tools={
          hasFilters(entity) && (
            <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
              <Icon name="filter" />
              {t('Filter')}
            </Button>
          )
        }
        filters={
          <>
            {isFiltering && (
              <Suspense>
                <ListFilters entity={entity} />
              </Suspense>
            )}
            {filterable(entity).some(([name]) => search.get(name)) && (
              <Suspense>
                <ActiveFilters entity={entity} />
              </Suspense>
            )}
          </>
        }
        page={page}
        pagesOf={plural}
        table={table}
        empty={<EmptyList entity={entity} />}
      />
      <p className="links">
        <Link to={`/lists/${entity.path}${changed({})}`}>{t('Open as full list')}</Link>
      </p>
      {refusal}
      {history && <HistoryDialog entity={entity} record={history} onClose={() => setHistory(null)} />}
    </>
  )
}

function EmptyList({ entity }: { entity: Entity }): ReactNode {
  const { search } = useListLinks()
  const may = useMay()
  const q = search.get('q')
  const plural = labelInSentence(entity.plural)
  const isFiltered = [...search.keys()].some((name) => name === 'q' || name in entity.fields)
  if (isFiltered) {
    return (
      <>
        {q ? t('No matches for “{q}”.', { q }) : t('No matches for the filter.')}
        <p className="links">
          <Link className="button button-plain" to="?" preventScrollReset>
            {t('Show all {plural}', { plural })}
          </Link>
        </p>
      </>
    )
  }
  return (
    <>
      {seesEverything() ? t('No {plural} yet.', { plural }) : t('You see no {plural} yet.', { plural })}{' '}
      {may('create', entity.name) && t('Submit the form to create the first one.')}
    </>
  )
}
