import type { ReactNode } from 'react'
import { adviceResults } from '#domain/catalogue/entities/visit-choices.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { daysBetween, formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import { isAboveLimit } from '#domain/balances/credit-limit.ts'
import { formatReceivable } from '#domain/balances/balance.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { adviceOf, type AdviceField, type DetailValues, type LastAdvice } from './detail-values.ts'
import { Facts } from '../visits/facts.tsx'
import { QuickChoices } from './fields/quick-choices.tsx'
import { t } from '#domain/messages/t.ts'

/** "today", "yesterday", "3 days ago". */
export function formatAgo(day: string, today: string): string {
  const days = Math.max(0, daysBetween(day, today))
  return t('{days, plural, =0 {today} =1 {yesterday} other {# days ago}}', { days })
}

/** An older balance is marked, because payments or purchases may be missing. */
const maxFreshDays = 14

function BalanceAge({ day, today }: { day: string; today: string }): ReactNode {
  const isOld = daysBetween(day, today) > maxFreshDays
  return (
    <span className={isOld ? 'balance-age balance-old' : 'balance-age'}>
      {t(isOld ? 'as of {date}, {ago} (old)' : 'as of {date}, {ago}', {
        date: formatDate(day),
        ago: formatAgo(day, today),
      })}
    </span>
  )
}

interface KnownFactsProps {
  plan: VisitPlan
  today: string
  last: RecordNamed<'visit'> | undefined
  isLoading: boolean
}

const aboveLimitLine = (limit: number): [string, ReactNode] => [
  t('Credit Limit'),
  <strong key="limit" className="balance-old">
    {t('{limit}, exceeded', { limit: formatRupees(limit) })}
  </strong>,
]

/** Read-only facts of the dialog: the balance, and the last recommendations. */
export function KnownFacts({ plan, today, last, isLoading }: KnownFactsProps): ReactNode {
  const { Balance, Credit_Limit } = plan
  const formatOwed = (rupees: number | undefined): ReactNode =>
    rupees === undefined || !Balance ? (
      t('Not known yet')
    ) : (
      <>
        <strong>{rupees < 0 ? formatReceivable(rupees) : formatRupees(rupees)}</strong>
        <BalanceAge day={Balance.As_Of} today={today} />
      </>
    )
  const formatAdvised = (field: AdviceField): string => {
    if (isLoading) return t('Loading…')
    if (!last) return t('Not known yet')
    return adviceOf(last, field) || t('None')
  }
  return (
    <Facts
      lines={[
        [t('Amount Receivables'), formatOwed(Balance?.Receivable)],
        ...(isAboveLimit(Balance?.Receivable, Credit_Limit) ? [aboveLimitLine(Credit_Limit ?? 0)] : []),
        [t('Overdue Amount'), formatOwed(Balance?.Overdue)],
        [t('Crop Recommended Last Time'), formatAdvised('New_Recommended_Crops')],
        [t('Material Recommended Last Time'), formatAdvised('New_Recommended_Materials')],
      ]}
    />
  )
}

const adviceQuestions = () =>
  [
    { advice: 'New_Recommended_Crops', answer: 'Last_Crop_Result', label: t('Crop advised last time') },
    {
      advice: 'New_Recommended_Materials',
      answer: 'Last_Material_Result',
      label: t('Material advised last time'),
    },
  ] as const

interface AdviceResultsProps {
  last: LastAdvice | undefined
  /** The name of a crop or a material as the reader sees it. */
  nameOf?: (name: string) => string
  values: DetailValues
  onChoose: (field: ReturnType<typeof adviceQuestions>[number]['answer'], result: string) => void
}

/** Asks whether the last recommendations helped. */
export function AdviceResults({ last, nameOf, values, onChoose }: AdviceResultsProps): ReactNode {
  return adviceQuestions().map(({ advice, answer, label }) => {
    const names = nameOf ? last?.[advice]?.map(nameOf).join(', ') : adviceOf(last, advice)
    if (!names) return null
    return (
      <div key={answer} className="advice-result">
        <span>
          {label}: <strong>{names}</strong>
        </span>
        <QuickChoices
          label={t('{label}: did it help?', { label })}
          options={adviceResults}
          value={values[answer]}
          onChoose={(result) => onChoose(answer, result)}
        />
      </div>
    )
  })
}
