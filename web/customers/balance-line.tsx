import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import { formatRupees } from '#domain/money.ts'
import type { Balance } from '#domain/balances/balance.ts'
import { RichText, strong } from '../messages/rich-text.tsx'

const overdue = (text: string): ReactNode => <strong className="customer-overdue">{text}</strong>

/** `₹400 receivable, ₹100 overdue, as of 15/11/2026` */
export function BalanceLine({ balance }: Readonly<{ balance: Balance }>): ReactNode {
  const { Receivable, Overdue, As_Of } = balance
  return (
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
}
