import { useState, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import { inRupees } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import type { Glance } from '#domain/visits/glance.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { loadGlance } from '../api/glance.ts'
import { seesEverything } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Bar } from '../ui/chart-bar.tsx'
import { notify } from '../ui/notices.tsx'
import { percentSeen } from './overview-coverage.tsx'
import { glanceAt, partOf, planner, visits } from './overview-links.ts'
import { shown } from './overview-table.tsx'

/** Where one is in the territory, and of what moment the numbers are. */
export function GlanceHead({ glance }: { glance: Glance }): ReactNode {
  const { within, at, timeZone } = glance
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const everything = seesEverything() ? 'The whole firm' : 'All that you see'
  const time = wallClock(new Date(at), timeZone).time.slice(0, 5)
  const refresh = async (): Promise<void> => {
    setBusy(true)
    try {
      await loadGlance(partOf(within.at(-1)), true)
      await revalidate()
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="glance-head">
      <nav aria-label="Territory" className="glance-path">
        {within.length === 0 ? (
          <span aria-current="page">{everything}</span>
        ) : (
          <Link to={glanceAt(undefined)}>{everything}</Link>
        )}
        {within.map((place, depth) =>
          depth === within.length - 1 ? (
            <span key={place.level} aria-current="page">
              {place.name}
            </span>
          ) : (
            <Link key={place.level} to={glanceAt(place)}>
              {place.name}
            </Link>
          ),
        )}
      </nav>
      <p className="glance-at">
        as of <time dateTime={at}>{time}</time>{' '}
        <Button tone="quiet" busy={isBusy} onClick={() => void refresh()}>
          {isBusy ? 'Counting…' : 'Refresh'}
        </Button>
      </p>
    </div>
  )
}

/** What one wants to know first. */
export function KeyFigures({ glance }: { glance: Glance }): ReactNode {
  const { coverage, money, weeks } = glance
  const part = partOf(glance.within.at(-1))
  const [last, current] = weeks.slice(-2)
  const made = (week: Glance['weeks'][number]): number => week.inPerson + week.byPhone
  const list = { ...part, Status: 'visited', 'Visited_On.from': current!.from, 'Visited_On.to': current!.to }
  return (
    <div className="key-figures">
      <KeyFigure to={planner({ ...part, due: 'seen' })} name="Seen in time" value={percentSeen(coverage)}>
        {shown(coverage.seen)} of {counted(coverage.customers, 'customer')}
        <Bar most={coverage.customers} parts={[{ value: coverage.seen, tone: 'good' }]} />
      </KeyFigure>
      <KeyFigure to={planner({ ...part, due: 'overdue' })} name="Overdue" value={shown(coverage.overdue)}>
        {coverage.overdue === 1 ? 'customer' : 'customers'}, and {shown(coverage.never)} never visited
      </KeyFigure>
      <KeyFigure to={visits(list)} name="Visits this week" value={shown(made(current!))}>
        {shown(made(last!))} last week
      </KeyFigure>
      <KeyFigure
        to={planner({ ...part, balance: 'overdue' })}
        name="Money overdue"
        value={inRupees(Math.round(money.overdue))}
      >
        {counted(money.debtors, 'customer')}, of {inRupees(Math.round(money.receivable))} owed
        {money.oldestAsOf && <> · oldest balance of {showDay(money.oldestAsOf)}</>}
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
