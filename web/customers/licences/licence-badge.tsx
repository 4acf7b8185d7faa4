import type { ReactNode } from 'react'
import { expiryOf, isReplaced } from '#domain/licences/licences.ts'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { t } from '#domain/messages/t.ts'

/** The licences of a customer that have expired, or expire soon. */
export function LicenceBadges({ licences = [], today }: Pick<CustomerPage, 'licences' | 'today'>): ReactNode {
  return licences
    .filter((licence) => !isReplaced(licence, licences))
    .map((licence) => <LicenceBadge key={licence.id} licence={licence} today={today} />)
}

interface LicenceBadgeProps {
  licence: NonNullable<CustomerPage['licences']>[number]
  today: string
}

function LicenceBadge({ licence: { Kind, Valid_Until }, today }: LicenceBadgeProps): ReactNode {
  const expiry = expiryOf(Valid_Until, today)
  const kind = t(Kind)
  if (!expiry) return null
  return (
    <>
      {' '}
      <span className={`badge badge-${expiry === 'expired' ? 'overdue' : 'today'}`}>
        {expiry === 'expired'
          ? t('licence expired: {kind}', { kind })
          : t('licence expires soon: {kind}', { kind })}
      </span>
    </>
  )
}
