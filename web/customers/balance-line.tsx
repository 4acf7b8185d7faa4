import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import type { Balance } from '#domain/balances/balance.ts'
import { isAboveLimit } from '#domain/balances/credit-limit.ts'
import { t } from '#domain/messages/t.ts'
import { RichText, strong } from '../messages/rich-text.tsx'

const overdue = (text: string): ReactNode => <strong className="customer-overdue">{text}</strong>

/** `₹400 receivable, ₹100 overdue, as of 15/11/2026` */
export function BalanceLine({
  balance,
  limit,
}: Readonly<{ balance: Balance; limit?: number | null | undefined }>): ReactNode {
  const { Receivable, Overdue, As_Of } = balance
  const line = (
    <RichText
      message={
        Receivable < 0
          ? '<balance>{balance}</balance> in credit, <overdue>{overdue}</overdue> overdue, as of {date}'
          : '<balance>{balance}</balance> receivable, <overdue>{overdue}</overdue> overdue, as of {date}'
      }
      values={{
        balance: formatRupees(Math.abs(Receivable)),
        overdue: formatRupees(Overdue),
        date: formatDate(As_Of),
      }}
      tags={{
        balance: strong,
        overdue: Overdue > 0 ? overdue : strong,
      }}
    />
  )
  if (!isAboveLimit(Receivable, limit)) return line
  return (
    <>
      {line} · {overdue(t('above the credit limit of {limit}', { limit: formatRupees(limit ?? 0) }))}
    </>
  )
}
