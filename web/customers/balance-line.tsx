import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates.ts'
import { formatRupees } from '#domain/money.ts'
import type { Balance } from '#domain/visits/balance.ts'
import { t } from '#domain/messages/t.ts'

/** `₹400 receivable, ₹100 overdue, as of 15/11/2026` */
export function BalanceLine({ balance }: Readonly<{ balance: Balance }>): ReactNode {
  const { Receivable, Overdue, As_Of } = balance
  return (
    <>
      <strong>{formatRupees(Math.abs(Receivable))}</strong>{' '}
      {Receivable < 0 ? t('in credit') : t('receivable')},{' '}
      <strong className={Overdue > 0 ? 'customer-overdue' : undefined}>{formatRupees(Overdue)}</strong>{' '}
      overdue, as of {formatDate(As_Of)}
    </>
  )
}
