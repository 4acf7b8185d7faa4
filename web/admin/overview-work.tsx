import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import { inRupees } from '#domain/money.ts'
import { territoryLevels, type Glance } from '#domain/visits/glance.ts'
import { counted } from '#domain/text.ts'
import { Legend } from '../ui/chart-bar.tsx'
import { byPhone, fieldOf, inPerson, missed, partOf, planner, visits } from './overview-links.ts'
import { Count, GlanceTable, type GlanceRow } from './overview-table.tsx'

export function VisitsByWeek({ glance }: { glance: Glance }): ReactNode {
  const part = partOf(glance.within.at(-1))
  const rows = glance.weeks.toReversed().map((week, at): GlanceRow => {
    const words = at === 0 ? 'this week' : `week of ${showDay(week.from)}`
    return {
      key: week.from,
      name: at === 0 ? 'This week' : showDay(week.from),
      bar: [
        { value: week.inPerson, tone: 'good' },
        { value: week.byPhone, tone: 'warm' },
        { value: week.missed, tone: 'bad' },
      ],
      cells: [
        <Count key="person" of={week.inPerson} to={inPerson(week, part)} what={`in person, ${words}`} />,
        <Count key="phone" of={week.byPhone} to={byPhone(week, part)} what={`by phone, ${words}`} />,
        <Count key="missed" of={week.missed} to={missed(week, part, glance)} what={`missed, ${words}`} />,
      ],
    }
  })
  const most = Math.max(...glance.weeks.map((week) => week.inPerson + week.byPhone + week.missed))
  return (
    <section className="glance-part">
      <h2>Visits a week</h2>
      <Legend
        parts={[
          ['good', 'in person'],
          ['warm', 'by phone'],
          ['bad', 'missed'],
        ]}
      />
      <GlanceTable
        caption="Visits in the last twelve weeks"
        head={['Week from', 'In person', 'By phone', 'Missed']}
        rows={rows}
        most={most}
      />
    </section>
  )
}

const mostCrops = 12
const mostSeasons = 5
const noSeason = 'no season'

/** Crops down, seasons across: how often each was advised. */
export function AdviceByCrop({ glance }: { glance: Glance }): ReactNode {
  const { advice, adviceFrom } = glance
  const part = partOf(glance.within.at(-1))
  const sumBy = (nameOf: (each: Glance['advice'][number]) => string): [string, number][] => {
    const sums = new Map<string, number>()
    for (const each of advice) sums.set(nameOf(each), (sums.get(nameOf(each)) ?? 0) + each.visits)
    return [...sums].toSorted((one, other) => other[1] - one[1])
  }
  const crops = sumBy(({ crop }) => crop)
  const seasons = sumBy(({ season }) => season ?? noSeason).map(([season]) => season)
  const columns = seasons.slice(0, mostSeasons)
  const given = { ...part, Status: 'visited', 'Visited_On.from': adviceFrom, 'Visited_On.to': glance.today }
  const rows = crops.slice(0, mostCrops).map(([crop, total]): GlanceRow => {
    const found = (season: string): number =>
      advice.find((each) => each.crop === crop && (each.season ?? noSeason) === season)?.visits ?? 0
    const listOf = (season: string): string =>
      visits({
        ...given,
        New_Recommended_Crops: crop,
        Season_Recommendation: season === noSeason ? '' : season,
      })
    return {
      key: crop,
      name: crop,
      bar: [{ value: total, tone: 'good' }],
      cells: [
        ...columns.map((season) => (
          <Count key={season} of={found(season)} to={listOf(season)} what={`${crop}, ${season}`} />
        )),
        <Count
          key="all"
          of={total}
          to={visits({ ...given, New_Recommended_Crops: crop })}
          what={`${crop}, all seasons`}
        />,
      ],
    }
  })
  return (
    <section className="glance-part">
      <h2>Advice by crop and season</h2>
      {rows.length === 0 ? (
        <p className="glance-note">No crop was advised in the last year.</p>
      ) : (
        <GlanceTable
          caption="How often each crop was advised in the last year, by season"
          head={['Crop', ...columns, 'All']}
          rows={rows}
          most={crops[0]![1]}
        />
      )}
      {crops.length > mostCrops && (
        <p className="glance-note">
          and {counted(crops.length - mostCrops, 'more crop')}, advised less often
        </p>
      )}
    </section>
  )
}

const wholeRupees = (amount: number): string => inRupees(Math.round(amount))

export function MoneyByTerritory({ glance }: { glance: Glance }): ReactNode {
  const { level, territories, within } = glance
  const { words } = territoryLevels.find((each) => each.level === level)!
  const part = partOf(within.at(-1))
  const owing = territories
    .filter(({ money }) => money.receivable !== 0 || money.debtors > 0)
    .toSorted((one, other) => other.money.overdue - one.money.overdue)
  const rows = owing.map(({ code, name, money }): GlanceRow => {
    const where = { ...(level === 'city' && part), [fieldOf(level)]: code }
    return {
      key: code,
      name,
      bar: [
        { value: money.overdue, tone: 'bad' },
        { value: Math.max(0, money.receivable - money.overdue), tone: 'pale' },
      ],
      cells: [
        wholeRupees(money.receivable),
        wholeRupees(money.overdue),
        <Count
          key="debtors"
          of={money.debtors}
          to={planner({ ...where, balance: 'overdue' })}
          what={`customers with money overdue: ${name}`}
        />,
      ],
    }
  })
  return (
    <section className="glance-part">
      <h2>Money by {words.toLowerCase()}</h2>
      <Legend
        parts={[
          ['bad', 'overdue'],
          ['pale', 'not yet due'],
        ]}
      />
      {rows.length === 0 ? (
        <p className="glance-note">No balances are known here yet.</p>
      ) : (
        <GlanceTable
          caption={`Money owed by ${words.toLowerCase()}`}
          head={[words, 'Owed', 'Overdue', 'Customers']}
          rows={rows}
          most={Math.max(...owing.map(({ money }) => money.receivable))}
        />
      )}
    </section>
  )
}
