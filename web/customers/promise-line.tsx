import type { ReactNode } from 'react'
import type { PromiseState } from '#domain/balances/promises.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { formatRupees } from '#domain/money.ts'
import '../ui/badges.css'

const tones = { open: 'today', kept: 'active', broken: 'overdue' } as const

interface PromiseLineProps {
  amount: number
  /** The day. */
  by: string
  state: PromiseState | null | undefined
}

/** "₹5,000 by 30/11/2026", and whether it is open, kept or broken. */
export const PromiseLine = ({ amount, by, state }: PromiseLineProps): ReactNode => (
  <span>
    {t('{amount} by {date}', { amount: formatRupees(amount), date: formatDate(by) })}{' '}
    {state && <span className={`badge badge-${tones[state]}`}>{t(state)}</span>}
  </span>
)
