import type { ReactNode } from 'react'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { RecordPart } from '../../records/record-part.tsx'
import { BalanceLine } from '../balance-line.tsx'
import { BalanceOverTime } from '../balance-over-time.tsx'
import { t } from '#domain/messages/t.ts'

/** What the customer owes, today and over time. */
export function MoneyTab({ content }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { plan, balances = [] } = content
  const balance = plan.Balance ?? balances.at(-1)
  return (
    <RecordPart heading={t('Balance')}>
      {balance ? (
        <>
          <p>
            <BalanceLine balance={balance} />
          </p>
          <BalanceOverTime balances={balances} />
        </>
      ) : (
        <p>{t('No balance uploaded yet.')}</p>
      )}
    </RecordPart>
  )
}
