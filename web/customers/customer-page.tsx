import { Suspense, type ComponentType, type ReactNode } from 'react'
import {
  redirect,
  useLoaderData,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { CustomerPage as Content } from '#domain/api/visits/customer-page.ts'
import { customerPath, type CustomerTab } from '#domain/visits/customer-path.ts'
import { foldText } from '#domain/text.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { useMay } from '../api/use-may.ts'
import { findMissing, NoSuchRecord, type MissingRecord } from '../records/missing/missing-record.ts'
import '../records/record.css'
import '../ui/badges.css'
import './customer.css'
import { OwnScript } from '../language/own-script.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { loadCode } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TabLinks } from '../ui/tab-links.tsx'
import { LicenceBadges } from './licences/licence-badge.tsx'
import { CustomerHead } from './customer-head.tsx'
import { formatDue } from './customer-format.ts'
import { chosenTab, tabLabels, tabsFor } from './tabs/customer-tabs.ts'
import { loadCustomerPage } from './customers-api.ts'
import { VisitsTab } from './tabs/visits-tab.tsx'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { customerName, readableName } from '#domain/catalogue/names/shown-name.ts'
import { retiredOn } from '#domain/catalogue/reading/retired.ts'
import { RetiredMark } from '../masters/retired-mark.tsx'
import { t } from '#domain/messages/t.ts'

/** Reads the code from the URL, because the router would treat a %2F in it as a slash. */
const codeIn = ({ pathname }: URL): string =>
  decodeURIComponent(pathname.replace(/^\/customers\//i, '').replace(/\/$/, '')).trim()

interface MissingCustomer extends MissingRecord {
  entity: Entity
}

async function load({ request, url }: LoaderFunctionArgs): Promise<Content | MissingCustomer> {
  const code = codeIn(url)
  try {
    const content = await loadCustomerPage(code, request.signal)
    const { id } = content.customer
    const current = content.plan.Customer_Code
    const former = ![id, foldText(current)].includes(foldText(code))
    if (former) {
      const { noteFormer } = await loadCode(() => import('../records/missing/note-former.ts'))
      noteFormer(code, current)
    }
    // A link by id or by a former code leads to the address with the code, which is the one to bookmark and to share.
    if (former || code.toLowerCase() === id) throw redirect(customerPath(current) + url.search)
    return content
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error
    const { entityNamed } = await loadCode(() => import('#domain/catalogue/catalogue.ts'))
    const entity = entityNamed('customer')
    return { entity, ...(await findMissing(entity, code, request.signal)) }
  }
}

/** Another tab of the same customer shows what is loaded already. */
const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean => {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  const isOtherTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isOtherTab && defaultShouldRevalidate
}

export const customerRoute: Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'> = {
  element: <CustomerPage />,
  loader: load,
  shouldRevalidate,
}

function CustomerPage(): ReactNode {
  const content = useLoaderData<Content | MissingCustomer>()
  if ('requestedId' in content)
    return (
      <Suspense>
        <NoSuchCustomer missing={content} />
      </Suspense>
    )
  return <Customer key={content.customer.id} content={content} />
}

function NoSuchCustomer({ missing }: Readonly<{ missing: MissingCustomer }>): ReactNode {
  const { entity, requestedId, deleted } = missing
  return (
    <NoSuchRecord entity={entity} missing={missing}>
      {!deleted && (
        <Link to={`/get?${new URLSearchParams({ q: requestedId }).toString()}`}>
          {t('Search for {code}', { code: requestedId })}
        </Link>
      )}
    </NoSuchRecord>
  )
}

// Loaded when they are opened, because most users only need the visits.
const MoneyTab = deferredPart(async () => (await import('./tabs/money-tab.tsx')).MoneyTab)
const DataTab = deferredPart(async () => (await import('./tabs/data-tab.tsx')).DataTab)
const HistoryTab = deferredPart(async () => (await import('./tabs/history-tab.tsx')).HistoryTab)

const tabContents: Readonly<Record<CustomerTab, ComponentType<{ content: Content }>>> = {
  visits: VisitsTab,
  money: MoneyTab,
  data: DataTab,
  history: HistoryTab,
}

function Customer({ content }: Readonly<{ content: Content }>): ReactNode {
  const { names, plan } = content
  const may = useMay()
  const search = useSearchParams()
  const code = plan.Customer_Code
  const tabs = tabsFor(content, may)
  const tab = chosenTab(tabs, search.get('tab'))
  const TabContent = tabContents[tab]
  const due = formatDue(content)
  const labels = tabLabels()
  return (
    <Page
      heading={customerName(plan)}
      lead={
        <>
          {code}, {names.City_Code ?? plan.City_Code}
          {plan.Local_Name && readableName(plan.Local_Name) === null && (
            <>
              {' · '}
              <OwnScript>{plan.Local_Name}</OwnScript>
            </>
          )}{' '}
          {retiredOn(content.customer) ? (
            <RetiredMark record={content.customer} isLong />
          ) : (
            <>
              <span className={`badge badge-${due.tone}`}>{due.label}</span>
              <LicenceBadges licences={content.licences} today={content.today} />
            </>
          )}
        </>
      }
    >
      <div className="customer">
        <CustomerHead content={content} />
        <TabLinks
          label={t('About {customer}', { customer: customerName(plan) })}
          current={tab}
          tabs={tabs.map((name, at) => ({
            name,
            label: labels[name],
            to: customerPath(code, at === 0 ? undefined : name),
          }))}
        />
        <Suspense fallback={<Skeleton lines={8} />}>
          <TabContent content={content} />
        </Suspense>
      </div>
    </Page>
  )
}
