import type { ReactNode } from 'react'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { useMay } from '../../api/use-may.ts'
import { RecordPart } from '../../records/record-part.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { BalanceLine } from '../balance-line.tsx'
import { OpenBills } from './open-bills.tsx'
import { PaymentsPart } from './payments-part.tsx'
import { BalanceOverTime } from '../balance-over-time.tsx'
import { t } from '#domain/messages/t.ts'

/** What the customer owes, today and over time. */
export function MoneyTab({ content }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { plan, balances = [], bills } = content
  const mayUpload = useMay()('update', 'balance')
  const balance = plan.Balance ?? balances.at(-1)
  return (
    <>
      <RecordPart heading={t('Balance')}>
        {balance ? (
          <>
            <p>
              <BalanceLine balance={balance} limit={plan.Credit_Limit} />
            </p>
            {bills && bills.open.length > 0 && <OpenBills bills={bills} today={content.today} />}
            <BalanceOverTime balances={balances} />
          </>
        ) : (
          <EmptyState>
            <p>{t('No balance uploaded yet.')}</p>
            {mayUpload && (
              <p className="links">
                <Link className="button button-plain" to="/admin/balances">
                  {t('Upload balances')}
                </Link>
              </p>
            )}
          </EmptyState>
        )}
      </RecordPart>
      <PaymentsPart visits={content.visits} />
    </>
  )
}
