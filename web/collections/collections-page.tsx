import { Suspense, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { Collection, Collections } from '#domain/api/money/collections.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import { t } from '#domain/messages/t.ts'
import { useMay } from '../api/use-may.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import '../ui/badges.css'
import '../ui/filters.css'
import { filtersOf, listCollections } from './collections-api.ts'
import './collections.css'

const Filters = deferredPart(async () => (await import('./collection-filters.tsx')).CollectionFilters)
const Totals = deferredPart(async () => (await import('./collection-totals.tsx')).CollectionTotalsPart)
const ExportButton = deferredPart(
  async () => (await import('../ui/export-button.tsx')).ExportButton,
  (message) => <span>{message}</span>,
)

const stateTones = { open: 'badge-pending', kept: 'badge-active', broken: 'badge-overdue' } as const

const columns = (): readonly Column<Collection>[] => [
  { label: t('Visited On'), cell: ({ Visited_On }) => formatDate(Visited_On) },
  {
    label: t('Customer'),
    cell: ({ Customer_Code, Customer_Name, Local_Name }) =>
      Customer_Code === null ? (
        t('No customer')
      ) : (
        <CustomerLink
          code={Customer_Code}
          name={customerName({ Customer_Name: Customer_Name ?? Customer_Code, Local_Name })}
          tab="money"
        />
      ),
  },
  { label: t('Employee'), cell: ({ employee }) => employee },
  {
    label: t('Collected Amount'),
    kind: 'number',
    cell: ({ Collected_Amount }) => (Collected_Amount === null ? '' : formatRupees(Collected_Amount)),
  },
  {
    label: t('Collected By'),
    cell: ({ Collected_Way, Collected_Reference }) =>
      Collected_Way !== null && (
        <span className="collection-way">
          {t(Collected_Way)}
          {Collected_Reference && <small>{Collected_Reference}</small>}
        </span>
      ),
  },
  {
    label: t('Promised Amount'),
    kind: 'number',
    cell: ({ Promised_Amount }) => (Promised_Amount === null ? '' : formatRupees(Promised_Amount)),
  },
  { label: t('Promised On'), cell: ({ Promised_On }) => Promised_On !== null && formatDate(Promised_On) },
  {
    label: t('Promise State'),
    cell: ({ Promise_State: state }) =>
      state !== null && <span className={`badge ${stateTones[state]}`}>{t(state)}</span>,
  },
]

function CollectionsPage(): ReactNode {
  const { items, next } = useLoaderData<Collections>()
  const { search, changed } = useListLinks()
  const may = useMay()
  const filters = filtersOf(search)
  const chosen = search.get('state')
  const states = [
    [null, t('All')],
    ['open', t('Open promises')],
    ['kept', t('Kept')],
    ['broken', t('Broken')],
  ] as const
  return (
    <Page
      heading={t('Collections')}
      lead={t(
        'Payments and promises to pay that were recorded at visits. Balances follow the accounts: the next upload says whether a promise was kept.',
      )}
    >
      <ListScreen
        className="collections"
        label={t('Collections')}
        search={t('Search customers')}
        action={
          may('export', 'visit') &&
          may('export', 'customer') && (
            <Suspense fallback={<Button busy>{t('Export CSV')}</Button>}>
              <ExportButton of="collections" filters={filters.toString()} />
            </Suspense>
          )
        }
        filters={
          <>
            <Suspense>
              <Filters />
            </Suspense>
            <nav className="filter-links" aria-label={t('Which promises')}>
              {states.map(([state, label]) => (
                <Link
                  key={label}
                  to={changed({ state })}
                  aria-current={state === chosen ? 'true' : undefined}
                  preventScrollReset
                >
                  {label}
                </Link>
              ))}
            </nav>
          </>
        }
        page={{ items, next }}
        table={{ columns: columns(), keyOf: ({ Visit_ID }) => Visit_ID }}
        empty={
          filters.size > 0
            ? t('No collections match.')
            : t('No payment or promise was recorded at a visit yet.')
        }
      />
      <Suspense>
        <Totals filters={filters.toString()} />
      </Suspense>
    </Page>
  )
}

async function load({ request, url }: LoaderFunctionArgs): Promise<Collections> {
  const query = filtersOf(url.searchParams)
  const after = url.searchParams.get('after')
  if (after) query.set('after', after)
  query.set('limit', String(rowsPerPage))
  // The filters are above the links and the rows, which would move under a finger.
  const [page] = await Promise.all([
    redirectOnBadQuery(url, listCollections(query, request.signal)),
    Filters.preload(),
  ])
  return page
}

export const collectionsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <CollectionsPage />,
  loader: load,
}
