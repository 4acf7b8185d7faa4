import { useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { Arrival, ArrivalPage } from '#domain/api/field/arrivals.ts'
import type { LoggedVisit } from '#domain/api/visits/dashboard.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { useMay } from '../api/use-may.ts'
import { listVisitLog } from '../dashboard/dashboard-api.ts'
import { rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import '../styles/records.css'
import '../ui/badges.css'
import '../ui/filters.css'
import './phones.css'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { arrivalColumns, markLabels } from './arrivals-columns.tsx'
import { listArrivals, markSeen } from './phones-api.ts'
import { t } from '#domain/messages/t.ts'

const VisitOwner = deferredDialog(async () => (await import('../visits/visit-owner.tsx')).VisitOwner)

function arrivalsLoader({ request: { signal }, url }: LoaderFunctionArgs): Promise<ArrivalPage> {
  const query = (name: string): string | undefined => url.searchParams.get(name) ?? undefined
  const seen = query('seen') ?? 'false'
  return redirectOnBadQuery(
    url,
    listArrivals(
      {
        mark: query('mark'),
        by: query('by'),
        seen: seen === 'all' ? undefined : seen,
        after: query('after'),
        limit: String(rowsPerPage),
      },
      signal,
    ),
  )
}

interface Assigning {
  visit: LoggedVisit
  clock: FirmClock
}

/** What arrived from phones with a mark, and why; the office looks at it and says so. */
function ArrivalsPage(): ReactNode {
  const page = useLoaderData<ArrivalPage>()
  const { search } = useListLinks()
  const { revalidate } = useRevalidator()
  const may = useMay()
  const [assigning, setAssigning] = useState<Assigning | null>(null)
  const { submit: setSeen } = useSubmit({
    send: ({ arrival, seen }: { arrival: Arrival; seen: boolean }) => markSeen(arrival, seen),
    success: ({ reference }, { arrival, seen }) => ({
      text: seen
        ? t('{reference} is marked as reviewed', { reference })
        : t('{reference} is to be reviewed again', { reference }),
      action: { label: t('Undo'), run: () => void setSeen({ arrival, seen: !seen }) },
    }),
    onSuccess: revalidate,
  })
  const { submit: openAssign } = useSubmit({
    send: (visit: NonNullable<Arrival['visit']>) =>
      listVisitLog(new URLSearchParams({ q: visit.Visit_ID, Status: 'unassigned', limit: '5' })),
    failure: t('Could not load the visit'),
    onSuccess: async ({ items, today, timeZone }, { Visit_ID: id }) => {
      const visit = items.find((each) => each.Visit_ID === id)
      if (visit) setAssigning({ visit, clock: { today, timeZone } })
      else await revalidate()
    },
  })
  const columns = arrivalColumns({
    ...(may('update', 'visit') && {
      onSeen: (arrival: Arrival) => void setSeen({ arrival, seen: arrival.seenAt === null }),
    }),
    ...(may('create', 'visit') && { onAssign: (visit) => void openAssign(visit) }),
  })
  return (
    <Page
      heading={t('Marked arrivals')}
      lead={t(
        'Nothing recorded on a phone is refused for being late. What arrived and needs a look is marked, with the reason.',
      )}
    >
      <ListScreen
        label={t('Marked arrivals')}
        filters={<ArrivalFilters page={page} />}
        page={page}
        table={{ columns, keyOf: ({ id }) => id }}
        empty={<NoArrivals search={search} />}
      />
      {assigning && (
        <VisitOwner
          {...assigning}
          onClose={() => setAssigning(null)}
          onSaved={() => {
            setAssigning(null)
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}

function NoArrivals({ search }: { search: URLSearchParams }): ReactNode {
  if (search.get('mark') || search.get('by') || search.get('seen') === 'true')
    return (
      <>
        <p>{t('No marked arrivals match.')}</p>
        <p className="links">
          <Link className="button button-plain" to="/arrivals">
            {t('Show what is to be reviewed')}
          </Link>
        </p>
      </>
    )
  return (
    <>
      <p>
        {t('Nothing to review. Everything that arrived from phones was stored as recorded, or was reviewed.')}
      </p>
      <p className="links">
        <Link className="button button-plain" to="/arrivals?seen=true">
          {t('Show what was reviewed')}
        </Link>
      </p>
    </>
  )
}

function ArrivalFilters({ page: { unseen, people } }: { page: ArrivalPage }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const seen = search.get('seen') ?? 'false'
  const links = [
    { value: null, is: 'false', label: t('To review ({count, number})', { count: unseen }) },
    { value: 'true', is: 'true', label: t('Reviewed') },
    { value: 'all', is: 'all', label: t('All') },
  ]
  const by = search.get('by') ?? ''
  const choices: readonly { name: string; label: string; options: readonly (readonly [string, string])[] }[] =
    [
      {
        name: 'mark',
        label: t('Reason'),
        options: Object.entries(markLabels()),
      },
      { name: 'by', label: t('Person'), options: people.map(({ id, name }) => [id, name]) },
    ]
  return (
    <div className="arrival-filters">
      <nav className="filter-links" aria-label={t('Which arrivals')}>
        {links.map(({ value, is, label }) => (
          <Link key={is} to={changed({ seen: value })} aria-current={seen === is || undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {choices.map(({ name, label, options }) => (
        <label key={name} className="list-size">
          {label}
          <select
            className="control"
            name={name}
            value={search.get(name) ?? ''}
            onChange={(event) => void navigate(changed({ [name]: event.target.value || null }))}
          >
            <option value="">{t('All')}</option>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
            {name === 'by' && by !== '' && !people.some(({ id }) => id === by) && (
              <option value={by}>{t('Another user')}</option>
            )}
          </select>
        </label>
      ))}
    </div>
  )
}

export const arrivalsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ArrivalsPage />,
  loader: arrivalsLoader,
}
