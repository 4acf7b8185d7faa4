import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Link, useLoaderData, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { formOf } from '#domain/contract/forms.ts'
import { fromCustomer, fromVisits } from '#domain/visits/customer-page.ts'
import type { FirmClock, VisitPlan, VisitPlans } from '#domain/visits/plans.ts'
import { seesEverything } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { listVisitPlans, type PlansQuery } from '../api/visits.ts'
import { readListLink, rowsPerPage, useListLinks } from '../entity/list-links.ts'
import { ListPages } from '../entity/list-pages.tsx'
import { ListSearch } from '../entity/list-search.tsx'
import { WhyButton } from '../entity/why-button.tsx'
import { Button } from '../ui/button.tsx'
import '../styles/visits.css'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { goBackFromDialogs } from '../ui/dialog-history.ts'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { orAll } from '../entity/way-out.ts'
import { VisitTabs } from './visit-tabs.tsx'

export const visitPlansLoader =
  (order: PlansQuery['order']) =>
  ({ request, url }: LoaderFunctionArgs): Promise<VisitPlans> => {
    const { q, after } = readListLink(entityNamed('customer'), url.searchParams)
    return orAll(url, listVisitPlans({ order, q, after, limit: rowsPerPage }, request.signal))
  }

export interface VisitDialogProps {
  plan: VisitPlan
  clock: FirmClock
  onSaved: () => void
  /** Saving leads back to the screen that asked for the dialog. */
  isReturning: boolean
  /** Somebody else was quicker, and what the dialog shows is no longer so. */
  onOutdated: () => void
  onCancel: () => void
}

interface VisitPageProps {
  heading: string
  lead: string
  columns: (clock: FirmClock) => readonly Column<VisitPlan>[]
  /** The word on the button of each row, and the dialog it opens. */
  action: string
  dialog: ComponentType<VisitDialogProps>
  /** Beside the search. */
  tools?: ReactNode
  /** Between the search and the table. */
  children?: ReactNode
  /** In place of the table when the list is empty, where there is more to say than that. */
  empty?: ReactNode
  /** Below the table. */
  foot?: ReactNode
}

/** A table of customers, and a dialog for one of them: what the two screens of visits are. */
export function VisitPage(props: VisitPageProps): ReactNode {
  const { heading, lead, columns, action, dialog: Dialog, tools, children, empty, foot } = props
  const { items, next, ...clock } = useLoaderData<VisitPlans>()
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const { search, changed } = useListLinks()
  const may = useMay()
  // A link from the customer's page asks for the dialog at once.
  const asked = may('create', 'visit') ? search.get('open') : null
  const [chosen, setChosen] = useState(() => items.find((plan) => plan.Customer_Code === asked) ?? null)
  const q = search.get('q') ?? ''
  // Opened for nothing but this, from another screen.
  const isReturning = asked !== null && (from === fromCustomer || from === fromVisits)

  const choose = (plan: VisitPlan): void => {
    notify(null) // what was said about the last one would be said again in the dialog, or out of it
    setChosen(plan)
  }
  const close = (): void => {
    setChosen(null)
    // Once is what was asked for: a reload should not open it again.
    if (asked !== null) void navigate(changed({ open: null }), { replace: true, preventScrollReset: true })
  }
  const hasLeft = useRef(false)
  /** Once, and with the dialog closed first: the page before may take a while to load. */
  const goBack = (): void => {
    if (hasLeft.current) return
    hasLeft.current = true
    setChosen(null)
    goBackFromDialogs()
  }
  const button = (plan: VisitPlan): ReactNode => (
    <Button
      aria-label={`${action}: ${plan.Customer_Name}`}
      data-customer={plan.Customer_Code}
      onClick={() => choose(plan)}
    >
      {action}
    </Button>
  )
  const actions: Column<VisitPlan> = { label: 'Actions', isControl: true, cell: button }
  return (
    <Page heading={heading} lead={lead}>
      <VisitTabs />
      <div className="visits">
        <div className="list-head">
          {tools ? (
            <div className="list-tools visit-tools">
              <ListSearch label="Search customers" />
              {tools}
            </div>
          ) : (
            <ListSearch label="Search customers" />
          )}
        </div>
        {children}
        {items.length === 0 ? (
          (empty ?? <Nobody q={q} />)
        ) : (
          <DataTable
            caption={heading}
            columns={may('create', 'visit') ? [...columns(clock), actions] : columns(clock)}
            rows={items}
            keyOf={(plan) => plan.Customer_Code}
            isBusy={navigation.state !== 'idle' || state !== 'idle'}
          />
        )}
        <ListPages page={{ items, next }} label="Pages of customers" />
        {foot}
      </div>
      {chosen && (
        <Dialog
          plan={items.find((each) => each.Customer_Code === chosen.Customer_Code) ?? chosen}
          clock={clock}
          onCancel={() => {
            notify(null)
            if (isReturning) goBack()
            else close()
          }}
          isReturning={isReturning}
          onOutdated={() => void revalidate()}
          onSaved={() => {
            if (isReturning) return goBack()
            close()
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}

function Nobody({ q }: { q: string }): ReactNode {
  const may = useMay()
  if (q) return <p className="list-empty">Nothing here matches “{q}”.</p>
  if (!seesEverything())
    return (
      <p className="list-empty">
        You see no customers yet. <WhyButton label="What may I do?" />
      </p>
    )
  return (
    <p className="list-empty">
      No customers yet.{' '}
      {may('create', 'customer') && <Link to={formOf('customer').route}>Add one in the Customer master</Link>}
    </p>
  )
}
