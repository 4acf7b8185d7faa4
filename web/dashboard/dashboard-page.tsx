import { Suspense, use, type ReactNode } from 'react'
import {
  useLoaderData,
  useLocation,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { decide } from '#domain/access/allowances.ts'
import { labelsOf, type EntityLabels } from '#domain/catalogue/entity-labels.ts'
import { formOf } from '#domain/contract/form-of.ts'
import type { Dashboard } from '#domain/api/visits/dashboard.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { loadDashboard } from './dashboard-api.ts'
import { listAccounts } from '../users/users-api.ts'
import { listRecords } from '../api/resources.ts'
import { currentSession } from '../api/session.ts'
import { actorOf, seesEverything } from '../api/session-account.ts'
import './dashboard.css'
import { Button } from '../ui/button.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { loadCode } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CoverageByEmployee, CoverageByTerritory, OverdueByAge } from './coverage.tsx'
import { DashboardHead, KeyFigures } from './figures.tsx'
import { territoryFilter, territoryIn } from './links.ts'
import { BillsByAge } from './bills-by-age.tsx'
import { AdviceByCrop, MoneyByTerritory, VisitsByWeek } from './workload.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { formatCount } from '#domain/messages/format-count.ts'

const loadOffice = () => import('./office.tsx')
const FirstSteps = deferredPart(async () => (await loadOffice()).FirstSteps)
const NothingSeen = deferredPart(async () => (await loadOffice()).NothingSeen)
const PlanResultsPart = deferredPart(async () => (await import('./plan-results-part.tsx')).PlanResultsPart)

interface Figure {
  to: string
  count: number
  label: string
  /** Replaced by the dashboard's own count, so that both have the same time. */
  isCustomerCount?: boolean
}

interface Overview {
  figures: readonly Figure[]
  /** Streamed, because it can be slow and the rest of the page does not wait for it. */
  dashboard: Promise<DashboardResult> | null
}

type DashboardResult = { numbers: Dashboard } | { error: unknown }

const countedEntities = [
  { entity: labelsOf('contactMessage'), to: '/admin/contacts' },
  { entity: labelsOf('country'), to: '/admin/contact1' },
  { entity: labelsOf('customer'), to: formOf('customer').route },
]

/** Counts only what the account may read. */
async function overviewLoader({ request, url }: LoaderFunctionArgs): Promise<Overview> {
  const { signal } = request
  const canRead = (subject: string): boolean => decide(actorOf(currentSession()), 'read', subject).allowed
  const dashboard = canRead('visit')
    ? loadDashboard(territoryIn(url.searchParams), false, signal).then(
        (numbers) => ({ numbers }),
        (error: unknown) => ({ error }),
      )
    : null
  const figures = await Promise.all([
    canRead('account') ? accountFigures(signal) : [],
    loadCode(() => import('./late-figures.ts')).then(({ lateFigures }) => lateFigures(signal), noFigures),
    ...countedEntities
      .filter(({ entity }) => canRead(entity.name))
      .map(async ({ entity, to }) => {
        const { total = 0 } = await listRecords(entity, { limit: 1, total: true }, signal)
        const isCustomerCount = entity.name === 'customer'
        return [{ to, count: total, label: nounFor(entity, total), isCustomerCount }]
      }),
  ])
  return { figures: figures.flat(), dashboard }
}

const noFigures = (): Figure[] => []

const nounFor = ({ singular, plural }: EntityLabels, count: number): string =>
  t(count === 1 ? singular : plural).toLowerCase()

async function accountFigures(signal: AbortSignal): Promise<Figure[]> {
  const accounts = await listAccounts(signal)
  const waiting = accounts.filter(({ status, invited }) => status === 'pending' && !invited).length
  const to = '/admin/users'
  return [
    {
      to,
      count: waiting,
      label: t(
        '{waiting, plural, one {account waiting for approval} other {accounts waiting for approval}}',
        { waiting },
      ),
    },
    {
      to,
      count: accounts.length,
      label: t('{count, plural, one {account} other {accounts}}', { count: accounts.length }),
    },
  ]
}

function OverviewPage(): ReactNode {
  const { figures, dashboard } = useLoaderData<Overview>()
  // Keyed by the URL, so that figures of another territory are not shown while loading.
  const { search } = useLocation()
  return (
    <Page heading={t('Admin')}>
      <ul className="overview" aria-label={t('Overview')}>
        {figures.map((figure) => (
          <li key={`${figure.to} ${figure.label}`}>
            {figure.isCustomerCount && dashboard ? (
              <Suspense key={search} fallback={<FigureLink {...figure} />}>
                <CustomersFigure figure={figure} result={dashboard} />
              </Suspense>
            ) : (
              <FigureLink {...figure} />
            )}
          </li>
        ))}
      </ul>
      {dashboard && (
        <Suspense key={search} fallback={<Skeleton lines={12} />}>
          <DashboardSection result={dashboard} />
        </Suspense>
      )}
    </Page>
  )
}

function FigureLink({ to, count, label }: Figure): ReactNode {
  return (
    <Link to={to}>
      <span className="overview-count">{formatCount(count)}</span> {label}
    </Link>
  )
}

/** Uses the dashboard's count when it covers the whole firm, so that both figures have the same time. */
function CustomersFigure({
  figure,
  result: promise,
}: {
  figure: Figure
  result: Promise<DashboardResult>
}): ReactNode {
  const result = use(promise)
  if ('error' in result || result.numbers.within.length > 0) return <FigureLink {...figure} />
  const { customers } = result.numbers.coverage
  return <FigureLink {...figure} count={customers} label={nounFor(labelsOf('customer'), customers)} />
}

function DashboardSection({ result: promise }: { result: Promise<DashboardResult> }): ReactNode {
  const result = use(promise)
  if ('error' in result) return <LoadFailed error={result.error} />
  const { numbers } = result
  const isEmpty = numbers.coverage.customers === 0 && numbers.within.length === 0
  if (!isEmpty) return <DashboardContent dashboard={numbers} />
  return seesEverything() ? <FirstSteps /> : <NothingSeen />
}

function DashboardContent({ dashboard }: { dashboard: Dashboard }): ReactNode {
  return (
    <>
      <DashboardHead dashboard={dashboard} />
      <KeyFigures dashboard={dashboard} />
      <div className="dashboard">
        <CoverageByTerritory dashboard={dashboard} />
        <CoverageByEmployee dashboard={dashboard} />
        <OverdueByAge dashboard={dashboard} />
        <MoneyByTerritory dashboard={dashboard} />
        <BillsByAge dashboard={dashboard} />
        <VisitsByWeek dashboard={dashboard} />
        <Suspense fallback={<Skeleton lines={6} />}>
          <PlanResultsPart part={territoryFilter(dashboard.within.at(-1))} />
        </Suspense>
        <AdviceByCrop dashboard={dashboard} />
      </div>
    </>
  )
}

/** Shown instead of the dashboard; the rest of the page stays usable. */
function LoadFailed({ error }: { error: unknown }): ReactNode {
  const { revalidate } = useRevalidator()
  return (
    <section className="card dashboard-failed">
      <h2>{t('Could not load the figures')}</h2>
      <p>{sentenceOf(error)}.</p>
      <Button onClick={() => void revalidate()}>{t('Try again')}</Button>
    </section>
  )
}

export const dashboardRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <OverviewPage />,
  loader: overviewLoader,
}
