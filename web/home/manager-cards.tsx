import type { ReactNode } from 'react'
import type { Home } from '#domain/api/home.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { formatRupees } from '#domain/money.ts'
import { KeyFigures } from '../dashboard/figures.tsx'
import { plannerLink } from '../dashboard/links.ts'
import '../dashboard/dashboard.css'
import { CustomerLink } from '../masters/customer-link.tsx'
import { Link } from '../ui/link.tsx'
import { HomeCard } from './home-card.tsx'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

/** The firm, or the part of it that the account sees. */
export function ManagerCards({ home }: { home: Home }): ReactNode {
  const { firm, debtors, timeZone } = home
  return (
    <>
      <HomeCard heading={t('Coverage')} part={firm} isWide>
        {(part) => (
          <>
            <KeyFigures dashboard={{ ...part, within: [] }} />
            <p className="home-dim">
              {t('as of {time}', { time: wallClock(new Date(part.at), timeZone).time.slice(0, 5) })}{' '}
              <Link to="/admin">{t('Open the overview')}</Link>
            </p>
          </>
        )}
      </HomeCard>
      <HomeCard heading={t('Largest overdue amounts')} part={debtors}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <p className="home-dim">{t('No customer has an overdue amount.')}</p>
          ) : (
            <>
              <ul className="home-list">
                {items.map((row) => (
                  <li key={row.Customer_ID}>
                    <span>
                      <CustomerLink code={row.Customer_Code} name={customerName(row)} tab="money" />
                      <small>
                        {row.Employee?.name ?? t('No owner')} · {cityName(row)}
                      </small>
                    </span>
                    <span>
                      <b>{formatRupees(row.Overdue)}</b>
                      <small>{t('as of {time}', { time: formatDate(row.As_Of) })}</small>
                    </span>
                  </li>
                ))}
              </ul>
              <p>
                <Link to="/receivables">{hasMore ? t('All receivables') : t('Receivables')}</Link>
              </p>
            </>
          )
        }
      </HomeCard>
      <HomeCard heading={t('People behind plan')} part={firm}>
        {({ people }) =>
          people.length === 0 ? (
            <p className="home-dim">{t('No person has overdue customers.')}</p>
          ) : (
            <ul className="home-list">
              {people.map(({ employee, coverage }) => (
                <li key={employee.employeeNumber}>
                  <Link to={plannerLink({ due: 'overdue', employee: employee.employeeNumber })}>
                    {employee.name}
                  </Link>
                  <span>
                    <b>{t('{count, number} overdue', { count: coverage.overdue })}</b>
                    <small>
                      {t('of {customers, plural, one {# customer} other {# customers}}', {
                        customers: coverage.customers,
                      })}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </HomeCard>
    </>
  )
}
