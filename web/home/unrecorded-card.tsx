import { useState, type ReactNode } from 'react'
import type { Home, HomePart } from '#domain/api/home.ts'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { instantAt, wallClock } from '#domain/dates/moments.ts'
import { PlanQuestion } from '../reminders/plan-question.tsx'
import { Link } from '../ui/link.tsx'
import { HomeCard } from './home-card.tsx'
import { t } from '#domain/messages/t.ts'

type Visit = HomePart<'unrecorded'>['items'][number]

/** Planned visits of earlier days without a result; each is asked about. Nothing is shown when there are none. */
export function UnrecordedCard({ home }: { home: Home }): ReactNode {
  const { unrecorded: part } = home
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  if (!part || ('count' in part && part.count === 0)) return null
  const count = 'count' in part ? part.count - answered.size : 0
  const answer = (visit: string, isAnswered: boolean): void =>
    setAnswered((now) => new Set(isAnswered ? [...now, visit] : [...now].filter((each) => each !== visit)))
  return (
    <HomeCard
      heading={
        'problem' in part
          ? t('Planned visits without a result')
          : t(
              '{count, plural, =0 {All planned visits have a result} one {# planned visit without a result: what happened?} other {# planned visits without a result: what happened?}}',
              { count },
            )
      }
      part={part}
      isWide
    >
      {({ items, count: total, daysOff }) => (
        <>
          <ul className="home-list">
            {items
              .filter(({ Visit_ID }) => !answered.has(Visit_ID))
              .map((visit) => (
                <Question
                  key={visit.Visit_ID}
                  visit={visit}
                  daysOff={daysOff}
                  home={home}
                  onAnswer={(isAnswered) => answer(visit.Visit_ID, isAnswered)}
                />
              ))}
          </ul>
          {total > items.length && (
            <p>
              <Link to={listOf(home)}>{t('All {count, number} without a result', { count: total })}</Link>
            </p>
          )}
        </>
      )}
    </HomeCard>
  )
}

/** The list of visits, filtered to the plans of earlier days. */
const listOf = ({ today, timeZone }: Home): string => {
  const before = new Date(Date.parse(instantAt(today, '00:00', timeZone)) - 1).toISOString()
  return `/visits?${new URLSearchParams({ Status: 'planned', 'Planned_At.to': before, sort: 'Planned_At' }).toString()}`
}

interface QuestionProps {
  visit: Visit
  daysOff: readonly string[]
  home: Home
  onAnswer: (isAnswered: boolean) => void
}

function Question({ visit, daysOff, home, onAnswer }: QuestionProps): ReactNode {
  const { Visit_ID, version, Customer_ID, Customer_Name, Planned_At, Remarks } = visit
  const { day, time } = wallClock(new Date(Planned_At), home.timeZone)
  return (
    <li>
      <span>
        {customerName(visit)}
        <small>
          {t('{city} · planned for {moment}', {
            city: cityName(visit),
            moment: `${formatDate(day)} ${time.slice(0, 5)}`,
          })}
        </small>
      </span>
      <PlanQuestion
        plan={{
          customer: { id: Customer_ID },
          seen: { Visit_ID, version },
          name: Customer_Name,
          shownName: customerName(visit),
          plannedAt: Planned_At,
          remarks: Remarks,
          recordPath: `/record/${encodeURIComponent(Customer_ID)}`,
        }}
        clock={home}
        isOff={(each) => daysOff.includes(each)}
        onAnswer={onAnswer}
      />
    </li>
  )
}
