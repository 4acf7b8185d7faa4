import { Suspense, useState, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { Receivable, Receivables } from '#domain/api/money/receivables.ts'
import { bucketLabels, dueBuckets } from '#domain/balances/bills.ts'
import { isAboveLimit } from '#domain/balances/credit-limit.ts'
import { daysBetween, formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import { useMay } from '../api/use-may.ts'
import { PromiseLine } from '../customers/promise-line.tsx'
import { CustomerLink } from '../masters/customer-link.tsx'
import { rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import '../ui/filters.css'
import { filtersOf, listReceivables } from './receivables-api.ts'
import './receivables.css'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

const Filters = deferredPart(async () => (await import('./receivable-filters.tsx')).ReceivableFilters)
const ActiveFilters = deferredPart(async () => (await import('./receivable-chips.tsx')).ReceivableChips)
const Totals = deferredPart(async () => (await import('./receivable-totals.tsx')).ReceivableTotalsPart)
const ExportButton = deferredPart(
  async () => (await import('../ui/export-button.tsx')).ExportButton,
  (message) => <span>{message}</span>,
)

const columns = (today: string): readonly Column<Receivable>[] => [
  {
    label: t('Customer'),
    cell: (row) => (
      <span className="receivable-name">
        <CustomerLink code={row.Customer_Code} name={customerName(row)} tab="money" />
        <small>{row.Customer_Code}</small>
      </span>
    ),
  },
  { label: t('City'), cell: cityName },
  { label: t('Owner'), cell: ({ Employee }) => Employee?.name ?? t('No owner') },
  {
    label: t('Overdue'),
    kind: 'number',
    cell: ({ Overdue }) => (
      <b className={Overdue > 0 ? 'receivable-overdue' : undefined}>{formatRupees(Overdue)}</b>
    ),
  },
  { label: t('Overdue since'), cell: ({ since }) => <Since since={since} today={today} /> },
  { label: t('Receivable'), kind: 'number', cell: (row) => <Owed row={row} /> },
  { label: t('As Of'), cell: ({ As_Of }) => formatDate(As_Of) },
  { label: t('Overdue bills'), cell: ({ ageing }) => <OverdueBills ageing={ageing} /> },
  { label: t('Promised to pay'), cell: ({ promise }) => promise && <PromiseLine {...promise} /> },
]

/** "01/10/2026 · 45 days", and whether it may be longer. */
function Since({ since, today }: { since: Receivable['since']; today: string }): ReactNode {
  if (!since) return null
  const values = { day: formatDate(since.day), days: daysBetween(since.day, today) }
  return (
    <span className="receivable-since">
      {values.day}
      <small>
        {since.isExact
          ? t('{days, plural, =0 {today} one {# day} other {# days}}', values)
          : t('{days, plural, =0 {today} one {# day} other {# days}} or longer', values)}
      </small>
    </span>
  )
}

/** What is past its due day, by age; the longest due first. */
function OverdueBills({ ageing }: { ageing: Receivable['ageing'] }): ReactNode {
  if (!ageing) return null
  const labels = bucketLabels()
  const due = dueBuckets.filter((name) => ageing[name] > 0).toReversed()
  if (due.length === 0) return t('None due')
  return (
    <span className="receivable-name">
      {due.map((name) => (
        <small key={name}>
          {labels[name]}: {formatRupees(ageing[name])}
        </small>
      ))}
    </span>
  )
}

function Owed({ row }: { row: Receivable }): ReactNode {
  const { Receivable: amount, Credit_Limit: limit } = row
  if (!isAboveLimit(amount, limit)) return formatRupees(amount)
  return (
    <span className="receivable-name">
      <b className="receivable-overdue">{formatRupees(amount)}</b>
      <small>{t('above the limit of {limit}', { limit: formatRupees(limit ?? 0) })}</small>
    </span>
  )
}

function ReceivablesPage(): ReactNode {
  const { items, next, today } = useLoaderData<Receivables>()
  const { search, changed } = useListLinks()
  const may = useMay()
  const [isFiltering, setFiltering] = useState(false)
  const isAll = search.get('show') === 'all'
  const isLimit = search.get('show') === 'above-limit'
  const filters = filtersOf(search)
  const isFiltered = [...filters.keys()].some((name) => name !== 'show')
  return (
    <Page
      heading={t('Receivables')}
      lead={t(
        'What customers owe, the largest overdue amount first. Since when an amount is overdue is known from the balances that were entered or uploaded.',
      )}
    >
      <ListScreen
        className="receivables"
        label={t('Receivables')}
        search={t('Search customers')}
        tools={
          <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
            <Icon name="filter" />
            {t('Filter')}
          </Button>
        }
        action={
          <>
            {may('export', 'balance') && may('export', 'customer') && (
              <Suspense fallback={<Button busy>{t('Export CSV')}</Button>}>
                <ExportButton of="receivables" filters={filters.toString()} />
              </Suspense>
            )}
            <Button onClick={() => print()}>{t('Print')}</Button>
          </>
        }
        filters={
          <>
            {isFiltering && (
              <Suspense>
                <Filters />
              </Suspense>
            )}
            <nav className="filter-links" aria-label={t('Which customers')}>
              <Link
                to={changed({ show: null })}
                aria-current={(!isAll && !isLimit) || undefined}
                preventScrollReset
              >
                {t('Overdue')}
              </Link>
              <Link to={changed({ show: 'all' })} aria-current={isAll || undefined} preventScrollReset>
                {t('All balances')}
              </Link>
              <Link
                to={changed({ show: 'above-limit' })}
                aria-current={isLimit || undefined}
                preventScrollReset
              >
                {t('Above the limit')}
              </Link>
            </nav>
            {[...filters.keys()].some((name) => name !== 'show' && name !== 'q') && (
              <Suspense>
                <ActiveFilters />
              </Suspense>
            )}
          </>
        }
        page={{ items, next }}
        table={{ columns: columns(today), keyOf: ({ Customer_ID }) => Customer_ID }}
        empty={<NoReceivables isFiltered={isFiltered || isLimit} isAll={isAll} />}
      />
      <Suspense>
        <Totals filters={filters.toString()} />
      </Suspense>
    </Page>
  )
}

function NoReceivables({ isFiltered, isAll }: { isFiltered: boolean; isAll: boolean }): ReactNode {
  const may = useMay()
  if (isFiltered)
    return (
      <>
        {t('No receivables match.')} <Link to="/receivables">{t('Show all receivables')}</Link>
      </>
    )
  if (!isAll)
    return (
      <>
        {t('No customer has an overdue amount.')} <Link to="?show=all">{t('All balances')}</Link>
      </>
    )
  return (
    <>
      {t('There are no balances yet.')}{' '}
      {may('create', 'balance') && <Link to="/admin/balances">{t('Upload balances')}</Link>}
    </>
  )
}

function load({ request, url }: LoaderFunctionArgs): Promise<Receivables> {
  const query = filtersOf(url.searchParams)
  const after = url.searchParams.get('after')
  if (after) query.set('after', after)
  query.set('limit', String(rowsPerPage))
  return redirectOnBadQuery(url, listReceivables(query, request.signal))
}

export const receivablesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ReceivablesPage />,
  loader: load,
}
