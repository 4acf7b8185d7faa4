import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import type { Dashboard } from '#domain/api/visits/dashboard.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import { Legend } from '../ui/chart-bar.tsx'
import {
  byPhoneLink,
  fieldOf,
  inPersonLink,
  missedLink,
  territoryFilter,
  plannerLink,
  visitsLink,
} from './links.ts'
import { Count, DashboardTable, type DashboardRow } from './comparison-table.tsx'
import { shownSeason } from '#domain/visits/season-window.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

export function VisitsByWeek({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const part = territoryFilter(dashboard.within.at(-1))
  const rows = dashboard.weeks.toReversed().map((week, at): DashboardRow => {
    const when = at === 0 ? t('this week') : t('week of {date}', { date: formatDate(week.from) })
    return {
      key: week.from,
      name: at === 0 ? t('This week') : formatDate(week.from),
      bar: [
        { value: week.inPerson, tone: 'good' },
        { value: week.byPhone, tone: 'warm' },
        { value: week.missed, tone: 'bad' },
      ],
      cells: [
        <Count
          key="person"
          of={week.inPerson}
          to={inPersonLink(week, part)}
          label={t('{count, number} in person, {when}', { count: week.inPerson, when })}
        />,
        <Count
          key="phone"
          of={week.byPhone}
          to={byPhoneLink(week, part)}
          label={t('{count, number} by phone, {when}', { count: week.byPhone, when })}
        />,
        <Count
          key="missed"
          of={week.missed}
          to={missedLink(week, part, dashboard)}
          label={t('{count, number} missed, {when}', { count: week.missed, when })}
        />,
      ],
    }
  })
  const max = Math.max(...dashboard.weeks.map((week) => week.inPerson + week.byPhone + week.missed))
  return (
    <section className="dashboard-part">
      <h2>{t('Visits per week')}</h2>
      <Legend
        parts={[
          ['good', t('in person')],
          ['warm', t('by phone')],
          ['bad', t('missed')],
        ]}
      />
      <DashboardTable
        caption={t('Visits in the last twelve weeks')}
        head={[t('Week from'), t('In person'), t('By phone'), t('Missed')]}
        rows={rows}
        max={max}
      />
    </section>
  )
}

const maxCrops = 12
const maxSeasons = 5
const noSeason = 'no season'
const seasonLabel = (season: string): string => (season === noSeason ? t('no season') : shownSeason(season))

/** How often each crop (row) was advised in each season (column). */
export function AdviceByCrop({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { advice, adviceFrom } = dashboard
  const part = territoryFilter(dashboard.within.at(-1))
  const sumBy = (nameOf: (each: Dashboard['advice'][number]) => string): [string, number][] => {
    const sums = new Map<string, number>()
    for (const each of advice) sums.set(nameOf(each), (sums.get(nameOf(each)) ?? 0) + each.visits)
    return [...sums].toSorted((one, other) => other[1] - one[1])
  }
  const crops = sumBy(({ crop }) => crop)
  const seasons = sumBy(({ season }) => season ?? noSeason).map(([season]) => season)
  const columns = seasons.slice(0, maxSeasons)
  const adviceFilter = {
    ...part,
    Status: 'visited',
    'Visited_On.from': adviceFrom,
    'Visited_On.to': dashboard.today,
  }
  const rows = crops.slice(0, maxCrops).map(([crop, total]): DashboardRow => {
    const visitCount = (season: string): number =>
      advice.find((each) => each.crop === crop && (each.season ?? noSeason) === season)?.visits ?? 0
    const listOf = (season: string): string =>
      visitsLink({
        ...adviceFilter,
        New_Recommended_Crops: crop,
        Season_Recommendation: season === noSeason ? '' : season,
      })
    return {
      key: crop,
      name: crop,
      bar: [{ value: total, tone: 'good' }],
      cells: [
        ...columns.map((season) => (
          <Count
            key={season}
            of={visitCount(season)}
            to={listOf(season)}
            label={t('{count, number} {crop}, {season}', {
              count: visitCount(season),
              crop,
              season: seasonLabel(season),
            })}
          />
        )),
        <Count
          key="all"
          of={total}
          to={visitsLink({ ...adviceFilter, New_Recommended_Crops: crop })}
          label={t('{count, number} {crop}, all seasons', { count: total, crop })}
        />,
      ],
    }
  })
  return (
    <section className="dashboard-part">
      <h2>{t('Advice by crop and season')}</h2>
      {rows.length === 0 ? (
        <p className="dashboard-note">{t('No crop was advised in the last year.')}</p>
      ) : (
        <DashboardTable
          caption={t('How often each crop was advised in the last year, by season')}
          head={[t('Crop'), ...columns.map(seasonLabel), t('All')]}
          rows={rows}
          max={crops[0]![1]}
        />
      )}
      {crops.length > maxCrops && (
        <p className="dashboard-note">
          {t('and {count, plural, one {# more crop} other {# more crops}}, advised less often', {
            count: crops.length - maxCrops,
          })}
        </p>
      )}
    </section>
  )
}

const wholeRupees = (amount: number): string => formatRupees(Math.round(amount))

export function MoneyByTerritory({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { level, territories, within } = dashboard
  const { words } = territoryLevels.find((each) => each.level === level)!
  const levelName = t(words).toLowerCase()
  const part = territoryFilter(within.at(-1))
  const owing = territories
    .filter(({ money }) => money.receivable !== 0 || money.debtors > 0)
    .toSorted((one, other) => other.money.overdue - one.money.overdue)
  const rows = owing.map(({ code, money, ...names }): DashboardRow => {
    const where = { ...(level === 'city' && part), [fieldOf(level)]: code }
    const name = shownName(names.name, names.localName)
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
          to={plannerLink({ ...where, balance: 'overdue' })}
          label={t('{count, number} customers with money overdue: {name}', { count: money.debtors, name })}
        />,
      ],
    }
  })
  return (
    <section className="dashboard-part">
      <h2>{t('Money by {level}', { level: levelName })}</h2>
      <Legend
        parts={[
          ['bad', t('overdue')],
          ['pale', t('not yet due')],
        ]}
      />
      {rows.length === 0 ? (
        <p className="dashboard-note">{t('No balances here yet.')}</p>
      ) : (
        <DashboardTable
          caption={t('Money owed by {level}', { level: levelName })}
          head={[t(words), t('Owed'), t('Overdue'), t('Customers')]}
          rows={rows}
          max={Math.max(...owing.map(({ money }) => money.receivable))}
        />
      )}
    </section>
  )
}
