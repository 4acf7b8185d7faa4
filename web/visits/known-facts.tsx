import type { ReactNode } from 'react'
import { adviceResults } from '#domain/catalogue/entities/visits.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { daysBetween, showDay } from '#domain/dates.ts'
import { inRupees } from '#domain/money.ts'
import { receivableInWords } from '#domain/visits/balance.ts'
import type { VisitPlan } from '#domain/visits/plans.ts'
import { adviceOf, type DetailValues } from './detail-values.ts'
import { Facts } from './facts.tsx'
import { Taps } from './taps.tsx'

/** "today", "yesterday", "3 days ago". */
export function agoInWords(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** Older than this, somebody may have paid or bought since. */
const daysUntilOld = 14

function Age({ day, today }: { day: string; today: string }): ReactNode {
  const isOld = daysBetween(day, today) > daysUntilOld
  return (
    <span className={isOld ? 'balance-age balance-old' : 'balance-age'}>
      as of {showDay(day)}, {agoInWords(day, today)}
      {isOld && ' (old)'}
    </span>
  )
}

interface KnownFactsProps {
  plan: VisitPlan
  today: string
  last: StoredRecord | undefined
  isLoading: boolean
}

/** What is known before anything is typed: what is owed, and what was advised last time. */
export function KnownFacts({ plan: { Balance }, today, last, isLoading }: KnownFactsProps): ReactNode {
  const owed = (rupees: number | undefined): ReactNode =>
    rupees === undefined || !Balance ? (
      'Not known yet'
    ) : (
      <>
        <strong>{rupees < 0 ? receivableInWords(rupees) : inRupees(rupees)}</strong>
        <Age day={Balance.As_Of} today={today} />
      </>
    )
  const advised = (field: string): string => {
    if (isLoading) return 'Loading…'
    if (!last) return 'Not known yet'
    return adviceOf(last, field) || 'None'
  }
  return (
    <Facts
      lines={[
        ['Amount Receivables', owed(Balance?.Receivable)],
        ['Overdue Amount', owed(Balance?.Overdue)],
        ['Crop Recommended Last Time', advised('New_Recommended_Crops')],
        ['Material Recommended Last Time', advised('New_Recommended_Materials')],
      ]}
    />
  )
}

const asked = [
  { advice: 'New_Recommended_Crops', answer: 'Last_Crop_Result', label: 'Crop advised last time' },
  {
    advice: 'New_Recommended_Materials',
    answer: 'Last_Material_Result',
    label: 'Material advised last time',
  },
] as const

interface AdviceResultsProps {
  last: StoredRecord | undefined
  values: DetailValues
  onTap: (field: (typeof asked)[number]['answer'], result: string) => void
}

/** Whether the advice helped: one tap each, where there was some. */
export function AdviceResults({ last, values, onTap }: AdviceResultsProps): ReactNode {
  return asked.map(({ advice, answer, label }) => {
    const names = adviceOf(last, advice)
    if (!names) return null
    return (
      <div key={answer} className="advice-result">
        <span>
          {label}: <strong>{names}</strong>
        </span>
        <Taps
          label={`${label}: did it help?`}
          options={adviceResults}
          value={values[answer]}
          onTap={(result) => onTap(answer, result)}
        />
      </div>
    )
  })
}
