import { formatCount } from '#domain/messages/format-count.ts'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { formatRupees } from '#domain/money.ts'
import type { Dashboard } from '#domain/api/visits/dashboard.ts'
import { loadDashboard } from './dashboard-api.ts'
import { seesEverything } from '../api/session-account.ts'
import { Button } from '../ui/button.tsx'
import { Bar } from '../ui/chart-bar.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { percentOnTime } from './coverage.tsx'
import { dashboardLink, territoryFilter, plannerLink, visitsLink } from './links.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

/** Breadcrumb of the territory, the time of the figures, and a refresh button. */
export function DashboardHead({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { within, at, timeZone } = dashboard
  const { revalidate } = useRevalidator()
  const { isBusy, submit } = useSubmit({
    send: () => loadDashboard(territoryFilter(within.at(-1)), true),
    onSuccess: () => revalidate(),
  })
  const everything = seesEverything() ? t('The whole firm') : t('Everything you can see')
  const time = wallClock(new Date(at), timeZone).time.slice(0, 5)
  return (
    <div className="dashboard-head">
      <nav aria-label={t('Territory')} className="dashboard-path">
        {within.length === 0 ? (
          <span aria-current="page">{everything}</span>
        ) : (
          <Link to={dashboardLink(undefined)}>{everything}</Link>
        )}
        {within.map((place, depth) =>
          depth === within.length - 1 ? (
            <span key={place.level} aria-current="page">
              {shownName(place.name, place.localName)}
            </span>
          ) : (
            <Link key={place.level} to={dashboardLink(place)}>
              {shownName(place.name, place.localName)}
            </Link>
          ),
        )}
      </nav>
      <p className="dashboard-at">
        <RichText
          message="as of <time>{time}</time>"
          values={{ time }}
          tags={{ time: (text) => <time dateTime={at}>{text}</time> }}
        />{' '}
        <Button tone="quiet" busy={isBusy} onClick={() => void submit(undefined)}>
          {isBusy ? t('Refreshing…') : t('Refresh')}
        </Button>
      </p>
    </div>
  )
}

type KeyData = Pick<Dashboard, 'coverage' | 'money' | 'weeks' | 'within'>

export function KeyFigures({ dashboard }: { dashboard: KeyData }): ReactNode {
  const { coverage, money, weeks } = dashboard
  const part = territoryFilter(dashboard.within.at(-1))
  const [last, current] = weeks.slice(-2)
  const made = (week: Dashboard['weeks'][number]): number => week.inPerson + week.byPhone
  const list = { ...part, Status: 'visited', 'Visited_On.from': current!.from, 'Visited_On.to': current!.to }
  return (
    <div className="key-figures">
      <KeyFigure
        to={plannerLink({ ...part, due: 'seen' })}
        name={t('Visited on time')}
        value={percentOnTime(coverage)}
      >
        {t('{seen, number} of {customers, plural, one {# customer} other {# customers}}', {
          seen: coverage.seen,
          customers: coverage.customers,
        })}
        <Bar max={coverage.customers} parts={[{ value: coverage.seen, tone: 'good' }]} />
      </KeyFigure>
      <KeyFigure
        to={plannerLink({ ...part, due: 'overdue' })}
        name={t('Overdue')}
        value={formatCount(coverage.overdue)}
      >
        {t('{overdue, plural, one {customer} other {customers}}, and {never, number} never visited', {
          overdue: coverage.overdue,
          never: coverage.never,
        })}
      </KeyFigure>
      <KeyFigure to={visitsLink(list)} name={t('Visits this week')} value={formatCount(made(current!))}>
        {t('{count, number} last week', { count: made(last!) })}
      </KeyFigure>
      <KeyFigure
        to={plannerLink({ ...part, balance: 'overdue' })}
        name={t('Money overdue')}
        value={formatRupees(Math.round(money.overdue))}
      >
        {t('{debtors, plural, one {# customer} other {# customers}}, of {amount} owed', {
          debtors: money.debtors,
          amount: formatRupees(Math.round(money.receivable)),
        })}
        {money.oldestAsOf && <> · {t('oldest balance of {date}', { date: formatDate(money.oldestAsOf) })}</>}
      </KeyFigure>
    </div>
  )
}

interface KeyFigureProps {
  to: string
  name: string
  value: string
  children: ReactNode
}

function KeyFigure({ to, name, value, children }: KeyFigureProps): ReactNode {
  return (
    <Link className="key-figure" to={to}>
      <span className="key-name">{name}</span>
      <span className="key-value">{value}</span>
      <span className="key-words">{children}</span>
    </Link>
  )
}
