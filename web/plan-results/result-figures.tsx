import type { ReactNode } from 'react'
import type { PersonResults } from '#domain/api/visit-plans/plan-results.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { t } from '#domain/messages/t.ts'
import { madeOf, shareMade, type PlanResult } from '#domain/visit-plans/plan-results.ts'
import { resultLabels } from '#domain/visit-plans/result-labels.ts'
import { Bar, Legend, type BarPart } from '../ui/chart-bar.tsx'
import './plan-results.css'

type Counts = Omit<PersonResults, 'employee'>

export const barOf = ({ results }: Counts): BarPart[] => [
  { value: results.onDay + results.early, tone: 'good' },
  { value: results.late + results.moved, tone: 'warm' },
  { value: results.missed + results.cancelled + results.noResult, tone: 'bad' },
  { value: results.ahead, tone: 'pale' },
]

export const ResultLegend = (): ReactNode => (
  <Legend
    parts={[
      ['good', t('on the day or earlier')],
      ['warm', t('later or moved')],
      ['bad', t('not made')],
      ['pale', t('still ahead')],
    ]}
  />
)

/** "81 of 93 planned visits made (87 %), 12 outside the plan." */
export function describeResults(counts: Counts): string {
  const share = shareMade(counts)
  const values = { made: madeOf(counts), planned: counts.planned, unplanned: counts.unplanned }
  return share === null
    ? t(
        '{made, number} of {planned, plural, one {# planned visit} other {# planned visits}} made; {unplanned, plural, one {# visit} other {# visits}} outside the plan.',
        values,
      )
    : t(
        '{made, number} of {planned, plural, one {# planned visit} other {# planned visits}} made, {share} % of those whose day has come; {unplanned, plural, one {# visit} other {# visits}} outside the plan.',
        { ...values, share },
      )
}

const shown: readonly (PlanResult | 'unplanned')[] = [
  'onDay',
  'early',
  'late',
  'moved',
  'missed',
  'cancelled',
  'noResult',
  'ahead',
  'unplanned',
]

/** The numbers of all results with a bar, and the reasons of those that were not made. */
export function ResultFigures({ counts }: { counts: Counts }): ReactNode {
  const labels = resultLabels()
  return (
    <>
      <p className="result-sum">{describeResults(counts)}</p>
      <Bar parts={barOf(counts)} max={counts.planned} />
      <ResultLegend />
      <dl className="result-figures">
        {shown.map((result) => (
          <div key={result}>
            <dt>{labels[result]}</dt>
            <dd>{formatCount(result === 'unplanned' ? counts.unplanned : counts.results[result])}</dd>
          </div>
        ))}
      </dl>
      <Reasons counts={counts} />
    </>
  )
}

const maxReasons = 8

function Reasons({ counts: { reasons } }: { counts: Counts }): ReactNode {
  if (reasons.length === 0) return null
  const more = reasons.slice(maxReasons).reduce((sum, { visits }) => sum + visits, 0)
  return (
    <section className="result-reasons">
      <h3>{t('Why visits were not made')}</h3>
      <ul>
        {reasons.slice(0, maxReasons).map(({ result, reason, visits }) => (
          <li key={`${result} ${reason}`}>
            <b>{formatCount(visits)}</b>{' '}
            {result === 'missed'
              ? t('missed: {reason}', { reason: reason ?? t('no reason given') })
              : t('cancelled: {reason}', { reason: reason ?? t('no reason given') })}
          </li>
        ))}
        {more > 0 && <li>{t('{count, number} for other reasons', { count: more })}</li>}
      </ul>
    </section>
  )
}
