import { useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { entityLabels } from '#domain/catalogue/entity-labels.ts'
import type { BinnedRecord, BinPage as Content, RestoreFailure } from '#domain/api/records/bin.ts'
import { clearOptionsCache } from '../api/options.ts'
import { readBin, restoreMany } from '../api/records.ts'
import { seesEverything } from '../api/session-account.ts'
import { useMay } from '../api/use-may.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import '../records/record.css'
import { Button } from '../ui/button.tsx'
import { selectColumn } from '../ui/select-column.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { useRowSelection } from '../ui/use-row-selection.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { Page } from '../ui/page.tsx'
import { binColumns, keyOf } from './bin-columns.tsx'
import { recordPath } from '../masters/record-path.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const load = ({ request, url }: LoaderFunctionArgs): Promise<Content> => {
  const { entity, q, after } = Object.fromEntries(url.searchParams)
  return redirectOnBadQuery(url, readBin({ entity, q, after, limit: '50' }, request.signal))
}

export const binRoute: Pick<RouteObject, 'element' | 'loader'> = { element: <BinPage />, loader: load }

/** Deleted records, to search and restore. */
function BinPage(): ReactNode {
  const page = useLoaderData<Content>()
  const { search } = useListLinks()
  const { revalidate } = useRevalidator()
  const selection = useRowSelection<BinnedRecord>(keyOf, search.toString())
  const [left, setLeft] = useState<readonly RestoreFailure[]>([])
  const { selected } = selection
  const { isBusy, submit: restore } = useSubmit({
    send: (items: readonly BinnedRecord[]) => restoreMany(items),
    success: ({ restored, left: still }, items) => {
      const isAll = still.length === 0
      return {
        tone: isAll ? 'good' : 'bad',
        text:
          restored === 1 && items.length === 1
            ? t('{name} restored', { name: items[0]!.name })
            : t(
                '{count, plural, =0 {Nothing was restored} one {# record restored} other {# records restored}}',
                { count: restored },
              ),
        ...(!isAll && { detail: t('Records that could not be restored are listed below, with the reason.') }),
      }
    },
    failure: t('Nothing was restored'),
    onSuccess: (answer) => {
      clearOptionsCache()
      setLeft(answer.left)
      selection.clear()
      return revalidate()
    },
  })
  return (
    <Page heading={t('Bin')} lead={t('Deleted records. You can restore them.')}>
      <ListScreen
        label={t('Deleted records')}
        search={t('Search the bin')}
        tools={<EntityChoice />}
        filters={<NotRestored left={left} />}
        page={page}
        pagesOf={t('the bin')}
        table={{
          columns: [
            selectColumn(page.items, selection, ({ name }) => name),
            ...binColumns({ isBusy, restore: (item) => void restore([item]) }),
          ],
          keyOf,
        }}
        empty={
          search.size > 0 || !seesEverything() ? t('No matching records in the bin.') : t('The bin is empty.')
        }
        selectionBar={
          <SelectionBar
            label={t('Selected records')}
            count={selected.length}
            text={t('{count, plural, one {# record} other {# records}} selected', {
              count: selected.length,
            })}
            onClear={selection.clear}
          >
            <Button tone="main" busy={isBusy} onClick={() => void restore(selected)}>
              {t('Restore {count, number} selected', { count: selected.length })}
            </Button>
          </SelectionBar>
        }
      />
    </Page>
  )
}

function EntityChoice(): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const may = useMay()
  return (
    <label className="list-size">
      {t('Type of record')}
      <select
        className="control"
        value={search.get('entity') ?? ''}
        onChange={(event) => void navigate(changed({ entity: event.target.value || null }))}
      >
        <option value="">{t('All')}</option>
        {entityLabels
          .filter(({ name }) => may('restore', name))
          .map(({ name, plural }) => (
            <option key={name} value={name}>
              {t(plural)}
            </option>
          ))}
      </select>
    </label>
  )
}

function NotRestored({ left }: { left: readonly RestoreFailure[] }): ReactNode {
  if (left.length === 0) return null
  return (
    <section className="record-part" aria-label={t('Not restored')}>
      <ul className="record-list">
        {left.map(({ entity, id, name, because, existing }) => (
          <li key={keyOf({ entity, id })}>
            {t('{name} is still in the bin: {because}.', { name, because })}{' '}
            {existing && (
              <Link to={recordPath(existing, existing.id)}>{t('Open {name}', { name: existing.name })}</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
