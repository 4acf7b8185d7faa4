import type { ReactNode } from 'react'
import { expiringLicences, expiryOf, type Licence } from '#domain/licences/licences.ts'
import { t } from '#domain/messages/t.ts'

interface LicenceBadgesProps {
  /** All licences of a customer, or those that are not replaced. */
  licences?: readonly Licence[] | undefined
  today: string
}

/** The licences of a customer that have expired, or expire soon. */
export const LicenceBadges = ({ licences = [], today }: LicenceBadgesProps): ReactNode =>
  expiringLicences(licences, today).map(({ Kind, Valid_Until }) => {
    const isExpired = expiryOf(Valid_Until, today) === 'expired'
    const kind = t(Kind)
    return (
      <span key={`${Kind} ${Valid_Until}`}>
        {' '}
        <span className={`badge badge-${isExpired ? 'overdue' : 'today'}`}>
          {isExpired ? t('licence expired: {kind}', { kind }) : t('licence expires soon: {kind}', { kind })}
        </span>
      </span>
    )
  })
