import type { ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { expiringLicences } from '#domain/licences/licences.ts'
import { listRecords } from '../../api/resources.ts'
import '../../ui/badges.css'
import { useQuery } from '../../ui/use-query.ts'
import { LicenceBadges } from './licence-badge.tsx'

/** Licences of a customer that have expired or expire soon, in the form of a visit: the visit is the occasion to ask for a new one. */
export function LicenceWarning({ code, today }: { code: string; today: string }): ReactNode {
  const { data } = useQuery(
    [code],
    (signal) =>
      listRecords(labelsOf('customerLicence'), { filters: { Customer_Code: code }, limit: 50 }, signal),
    { onError: (error) => console.warn('Could not load the licences', error) },
  )
  if (expiringLicences(data?.items ?? [], today).length === 0) return null
  return (
    <p>
      <LicenceBadges licences={data?.items} today={today} />
    </p>
  )
}
