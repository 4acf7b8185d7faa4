import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { mapLinks } from './customer-format.ts'
import { BalanceLine } from './balance-line.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

const mapLink =
  (href: string) =>
  (text: string): ReactNode => (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )

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
        <RichText
          message={
            maps.what === 'place'
              ? 'Open location in <google>Google Maps</google> or <osm>OpenStreetMap</osm>'
              : 'Open address in <google>Google Maps</google> or <osm>OpenStreetMap</osm>'
          }
          tags={{ google: mapLink(maps.google), osm: mapLink(maps.openStreetMap) }}
        />
      </li>
      {plan.Employee !== undefined && (
        <li>{plan.Employee ? t('Owner: {name}', { name: plan.Employee.name }) : t('No owner yet')}</li>
      )}
      {plan.Balance && (
        <li>
          <Link to={customerPath(plan.Customer_Code, 'money')} preventScrollReset>
            {t('Balance')}
          </Link>
          : <BalanceLine balance={plan.Balance} limit={plan.Credit_Limit} />
        </li>
      )}
    </ul>
  )
}
