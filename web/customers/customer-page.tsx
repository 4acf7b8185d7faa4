import { useState, type ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { formOf } from '#domain/contract/forms.ts'
import { inRupees } from '#domain/money.ts'
import { showDay } from '#domain/dates.ts'
import type { Balance } from '#domain/visits/balance.ts'
import {
  fromCustomer,
  type CustomerPage as Content,
  type Timeline as Visits,
} from '#domain/visits/customer-page.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { loadCustomerPage } from '../api/customers.ts'
import { seesEverything } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { WhyButton } from '../entity/why-button.tsx'
import '../styles/badges.css'
import '../styles/customer.css'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { BalanceOverTime } from './balance-over-time.tsx'
import { dueInWords, mapLinks, momentInWords } from './customer-words.ts'
import { LookedAfterBy } from './looked-after-by.tsx'
import { MasterData } from './master-data.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { Timeline } from './timeline.tsx'

interface Missing {
  missing: string
}

/** The code as the address has it: the router would take a %2F within it for a stroke. */
const codeIn = ({ pathname }: URL): string =>
  decodeURIComponent(pathname.replace(/^\/customers\//i, '').replace(/\/$/, '')).trim()

async function load({ request, url }: LoaderFunctionArgs): Promise<Content | Missing> {
  const code = codeIn(url)
  try {
    return await loadCustomerPage(code, request.signal)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return { missing: code }
    throw error
  }
}

export const customerRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <CustomerPage />,
  loader: load,
}

function CustomerPage(): ReactNode {
  const content = useLoaderData<Content | Missing>()
  if ('missing' in content) return <NoSuchCustomer code={content.missing} />
  return <Customer key={content.customer.id} content={content} />
}

function NoSuchCustomer({ code }: Readonly<{ code: string }>): ReactNode {
  const where = seesEverything() ? '' : ', or lies outside what you see'
  return (
    <Page
      heading="No such customer"
      width="narrow"
      lead={`There is no customer ${code}. The code may be mistyped, or the customer was deleted${where}.`}
    >
      <p className="links">
        <Link className="button button-main" to={`/get?${new URLSearchParams({ q: code }).toString()}`}>
          Search for {code}
        </Link>
        <Link to="/get">All customers</Link>
        <WhyButton label="Why?" ask={{ action: 'read', subject: 'customer', record: code }} />
      </p>
    </Page>
  )
}

function Customer({ content }: Readonly<{ content: Content }>): ReactNode {
  const { customer, names, plan, visits, assignments } = content
  const [isPlaceOpen, setIsPlaceOpen] = useState(false)
  const may = useMay()
  const code = plan.Customer_Code
  const phone = String(customer['Customer_Phone'])
  const due = dueInWords(content)
  const maps = mapLinks(content)
  const within = (path: string): string =>
    `${path}?${new URLSearchParams({ q: code, open: code }).toString()}`
  return (
    <Page
      heading={plan.Customer_Name}
      lead={
        <>
          {code}, {names['City_Code'] ?? plan.City_Code}{' '}
          <span className={`badge badge-${due.tone}`}>{due.words}</span>
        </>
      }
    >
      <div className="customer">
        <div className="customer-head">
          <ul className="customer-contact">
            <li>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a> (
              {String(customer['Primary_Contact'])})
            </li>
            <li>
              {maps.what === 'place' ? 'Their place' : 'Their address'} on{' '}
              <a href={maps.google} target="_blank" rel="noreferrer">
                Google Maps
              </a>
              {' or '}
              <a href={maps.openStreetMap} target="_blank" rel="noreferrer">
                OpenStreetMap
              </a>
            </li>
            {plan.Employee !== undefined && (
              <li>
                {plan.Employee ? `Looked after by ${plan.Employee.name}` : 'Nobody looks after them yet'}
              </li>
            )}
          </ul>
          <p className="customer-actions">
            {may('create', 'visit') && (
              <>
                <Link className="button button-main" to={within('/get')} state={fromCustomer}>
                  Plan Visit
                </Link>
                <Link className="button button-plain" to={within('/visitentry')} state={fromCustomer}>
                  Visit Detail
                </Link>
              </>
            )}
            {may('update', 'customer') && (
              <Link className="button button-plain" to={`${formOf('customer').route}?edit=${customer.id}`}>
                Edit
              </Link>
            )}
            <Link className="button button-plain" to={`/records/customers/${customer.id}`}>
              History and comments
            </Link>
            {may('create', 'customerPlace') && (
              <Button onClick={() => setIsPlaceOpen(true)}>
                {content.place ? 'Change place' : 'Set place'}
              </Button>
            )}
          </p>
        </div>
        <div className="customer-columns">
          {visits && (
            <div className="customer-main">
              <NextPlan content={content} visits={visits} />
              <Timeline content={content} visits={visits} />
            </div>
          )}
          <div className="customer-side">
            {plan.Balance !== undefined && <Owed balance={plan.Balance} balances={content.balances ?? []} />}
            <MasterData content={content} />
            {assignments && <LookedAfterBy assignments={assignments} today={content.today} />}
          </div>
        </div>
      </div>
      {isPlaceOpen && <PlaceDialog content={content} onClose={() => setIsPlaceOpen(false)} />}
    </Page>
  )
}

function NextPlan({ content, visits }: Readonly<{ content: Content; visits: Visits }>): ReactNode {
  const { plan } = content
  const open = plan.Plan
  const may = useMay()
  const assigned = visits.items.find((visit) => visit['Visit_ID'] === open?.Visit_ID)?.assignedTo
  const to = `/get?${new URLSearchParams({ q: plan.Customer_Code, open: plan.Customer_Code }).toString()}`
  return (
    <section className="customer-part" aria-labelledby="next-plan">
      <h2 id="next-plan">Next plan</h2>
      {open ? (
        <>
          <p>
            <strong>{momentInWords(open.Planned_At, content)}</strong>
            {assigned && `, for ${assigned}`}
          </p>
          {open.Remarks && <p className="customer-words">{open.Remarks}</p>}
        </>
      ) : (
        <p>Nothing is planned. The next visit is due on {showDay(plan.Recommended_Date)}.</p>
      )}
      {may('create', 'visit') && (
        <p className="customer-way">
          <Link to={to} state={fromCustomer}>
            {open ? 'Move it' : 'Plan one'}
          </Link>
        </p>
      )}
    </section>
  )
}

function Owed({
  balance,
  balances,
}: Readonly<{ balance: Balance | null; balances: readonly Balance[] }>): ReactNode {
  return (
    <section className="customer-part" aria-labelledby="owed">
      <h2 id="owed">Balance</h2>
      {balance ? (
        <>
          <p>
            <strong>{inRupees(Math.abs(balance.Receivable))}</strong>{' '}
            {balance.Receivable < 0 ? 'in credit' : 'receivable'},{' '}
            <strong className={balance.Overdue > 0 ? 'customer-overdue' : undefined}>
              {inRupees(balance.Overdue)}
            </strong>{' '}
            overdue, as of {showDay(balance.As_Of)}
          </p>
          <BalanceOverTime balances={balances} />
        </>
      ) : (
        <p>The books have not said yet what they owe.</p>
      )}
    </section>
  )
}
