import { Suspense, use, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useLocation,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { judge } from '#domain/access/allowances.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formOf } from '#domain/contract/forms.ts'
import { healthRules } from '#domain/health/rules.ts'
import type { Glance } from '#domain/visits/glance.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { readDataHealth } from '../api/data-health.ts'
import { loadGlance } from '../api/glance.ts'
import { listAccounts } from '../api/people.ts'
import { listRecords } from '../api/resources.ts'
import { actorOf, currentSession, seesEverything } from '../api/session.ts'
import '../styles/glance.css'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CoverageByEmployee, CoverageByTerritory, OverdueByAge } from './overview-coverage.tsx'
import { GlanceHead, KeyFigures } from './overview-figures.tsx'
import { partIn } from './overview-links.ts'
import { FirstSteps, NothingSeen, OfficePages } from './overview-office.tsx'
import { AdviceByCrop, MoneyByTerritory, VisitsByWeek } from './overview-work.tsx'

interface Figure {
  to: string
  count: number
  words: string
  /** The figures below count the same: both are of one moment. */
  isCustomers?: boolean
}

interface Overview {
  figures: readonly Figure[]
  /** It may take its time; the rest need not wait. */
  glance: Promise<Counted> | null
}

type Counted = { numbers: Glance } | { error: unknown }

const counted = [
  { entity: entityNamed('contactMessage'), to: '/admin/contacts' },
  { entity: entityNamed('country'), to: '/admin/contact1' },
  { entity: entityNamed('customer'), to: formOf('customer').route },
]

/** What a person may not read is not counted for them either. */
async function overviewLoader({ request, url }: LoaderFunctionArgs): Promise<Overview> {
  const { signal } = request
  const mayRead = (subject: string): boolean => judge(actorOf(currentSession()), 'read', subject).allowed
  const glance = mayRead('visit')
    ? loadGlance(partIn(url.searchParams), false, signal).then(
        (numbers) => ({ numbers }),
        (error: unknown) => ({ error }),
      )
    : null
  const figures = await Promise.all([
    mayRead('account') ? accountFigures(signal) : [],
    mayRead('dataHealth') ? healthFigure(signal) : [],
    ...counted
      .filter(({ entity }) => mayRead(entity.name))
      .map(async ({ entity, to }) => {
        const { total = 0 } = await listRecords(entity, { limit: 1, total: true }, signal)
        const isCustomers = entity.name === 'customer'
        return [{ to, count: total, words: wordsFor(entity, total), isCustomers }]
      }),
  ])
  return { figures: figures.flat(), glance }
}

const wordsFor = ({ singular, plural }: Entity, count: number): string =>
  (count === 1 ? singular : plural).toLowerCase()

async function accountFigures(signal: AbortSignal): Promise<Figure[]> {
  const accounts = await listAccounts(signal)
  const waiting = accounts.filter(({ status, invited }) => status === 'pending' && !invited).length
  const to = '/admin/users'
  return [
    {
      to,
      count: waiting,
      words: waiting === 1 ? 'account waits for approval' : 'accounts wait for approval',
    },
    { to, count: accounts.length, words: accounts.length === 1 ? 'account' : 'accounts' },
  ]
}

/** How many records are to be mended; whoever cannot be told sees the rest all the same. */
async function healthFigure(signal: AbortSignal): Promise<Figure[]> {
  const { items } = await readDataHealth(signal).catch(() => ({ items: [] }))
  const isWrong = new Set(healthRules.filter(({ level }) => level === 'wrong').map(({ id }) => id))
  const count = items.reduce((sum, { rule, found }) => sum + (isWrong.has(rule) ? (found ?? 0) : 0), 0)
  const words = count === 1 ? 'record to be mended' : 'records to be mended'
  return items.length > 0 ? [{ to: '/admin/health', count, words }] : []
}

function OverviewPage(): ReactNode {
  const { figures, glance } = useLoaderData<Overview>()
  // The numbers of another part of the territory would be wrong while those of this one are counted.
  const { search } = useLocation()
  return (
    <Page heading="Admin">
      <ul className="overview" aria-label="What there is">
        {figures.map((figure) => (
          <li key={`${figure.to} ${figure.words}`}>
            {figure.isCustomers && glance ? (
              <Suspense key={search} fallback={<FigureLink {...figure} />}>
                <CustomersFigure figure={figure} counted={glance} />
              </Suspense>
            ) : (
              <FigureLink {...figure} />
            )}
          </li>
        ))}
      </ul>
      <OfficePages />
      {glance && (
        <Suspense key={search} fallback={<Skeleton lines={12} />}>
          <Numbers counted={glance} />
        </Suspense>
      )}
    </Page>
  )
}

function FigureLink({ to, count, words }: Figure): ReactNode {
  return (
    <Link to={to}>
      <span className="overview-count">{count.toLocaleString('en-IN')}</span> {words}
    </Link>
  )
}

/** Of the same moment as the figures below, which count the whole firm unless a part of it was chosen. */
function CustomersFigure({
  figure,
  counted: promised,
}: {
  figure: Figure
  counted: Promise<Counted>
}): ReactNode {
  const counted = use(promised)
  if ('error' in counted || counted.numbers.within.length > 0) return <FigureLink {...figure} />
  const { customers } = counted.numbers.coverage
  return <FigureLink {...figure} count={customers} words={wordsFor(entityNamed('customer'), customers)} />
}

function Numbers({ counted: promised }: { counted: Promise<Counted> }): ReactNode {
  const counted = use(promised)
  if ('error' in counted) return <NotCounted error={counted.error} />
  const { numbers } = counted
  const isEmpty = numbers.coverage.customers === 0 && numbers.within.length === 0
  if (!isEmpty) return <AtAGlance glance={numbers} />
  return seesEverything() ? <FirstSteps /> : <NothingSeen />
}

function AtAGlance({ glance }: { glance: Glance }): ReactNode {
  return (
    <>
      <GlanceHead glance={glance} />
      <KeyFigures glance={glance} />
      <div className="glance">
        <CoverageByTerritory glance={glance} />
        <CoverageByEmployee glance={glance} />
        <OverdueByAge glance={glance} />
        <MoneyByTerritory glance={glance} />
        <VisitsByWeek glance={glance} />
        <AdviceByCrop glance={glance} />
      </div>
    </>
  )
}

/** The rest of the page is of use all the same. */
function NotCounted({ error }: { error: unknown }): ReactNode {
  const { revalidate } = useRevalidator()
  return (
    <section className="card glance-failed">
      <h2>The numbers could not be had</h2>
      <p>{sentenceOf(error)}.</p>
      <Button onClick={() => void revalidate()}>Try again</Button>
    </section>
  )
}

export const overviewRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <OverviewPage />,
  loader: overviewLoader,
}
