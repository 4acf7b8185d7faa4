import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { mapLinks } from './customer-format.ts'
import { BalanceLine } from './balance-line.tsx'
import { t } from '#domain/messages/t.ts'

/** How to reach the customer, who owns it and what it owes: the same above all tabs, so that they stay in place. */
export function CustomerHead({ content }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { customer, plan } = content
  const { Customer_Phone: phone, Primary_Contact: contact } = customer
  const maps = mapLinks(content)
  return (
    <ul className="customer-head">
      <li>
        {phone ? <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a> : t('No phone number')}
        {contact && ` (${contact})`}
      </li>
      <li>
        {maps.what === 'place' ? t('Open location in') : t('Open address in')}{' '}
        <a href={maps.google} target="_blank" rel="noreferrer">
          {t('Google Maps')}
        </a>
        {' or '}
        <a href={maps.openStreetMap} target="_blank" rel="noreferrer">
          {t('OpenStreetMap')}
        </a>
      </li>
      {plan.Employee !== undefined && (
        <li>{plan.Employee ? `Owner: ${plan.Employee.name}` : t('No owner yet')}</li>
      )}
      {plan.Balance && (
        <li>
          <Link to={customerPath(plan.Customer_Code, 'money')} preventScrollReset>
            {t('Balance')}
          </Link>
          : <BalanceLine balance={plan.Balance} />
        </li>
      )}
    </ul>
  )
}
