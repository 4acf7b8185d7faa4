import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { fromCustomer, fromVisits } from '#domain/visits/customer-path.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan, VisitPlans } from '#domain/api/visits/plans.ts'
import { useMay } from '../api/use-may.ts'
import { listVisitPlans, type PlansQuery } from './visits-api.ts'
import { readPosition, rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import './visits.css'
import type { Column } from '../ui/data-table.tsx'
import { deferredPart, type DeferredPart } from '../ui/deferred-part.tsx'
import { goBackFromDialogs } from '../ui/dialog-history.ts'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { selectColumn } from '../ui/select-column.tsx'
import type { RowSelection } from '../ui/use-row-selection.ts'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { VisitTabs } from './visit-tabs.tsx'
import { addressOf, mapLinkOf } from '#domain/map-links.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

const NoCustomers = deferredPart(async () => (await import('./no-customers.tsx')).NoCustomers)

export const visitPlansLoader =
  (order: PlansQuery['order']) =>
  ({ request, url }: LoaderFunctionArgs): Promise<VisitPlans> => {
    const { q, after } = readPosition(url.searchParams)
    return redirectOnBadQuery(url, listVisitPlans({ order, q, after, limit: rowsPerPage }, request.signal))
  }

export interface VisitDialogProps {
  plan: VisitPlan
  clock: FirmClock
  onSaved: () => void
  /** It is kept on this device until there is a network. */
  onKept: () => void
  /** Saving returns to the page that linked to the dialog. */
  isReturning: boolean
  /** Another user changed the visit, so the dialog is out of date. */
  onOutdated: () => void | Promise<void>
  onCancel: () => void
}

interface VisitPageProps {
  heading: string
  lead: string
  columns: (clock: FirmClock) => readonly Column<VisitPlan>[]
  /** Label of the button in each row, and the dialog it opens. */
  action: string
  dialog: DeferredPart<VisitDialogProps>
  /** Beside the search. */
  tools?: ReactNode
  /** Between the search and the table. */
  filters?: ReactNode
  /** Shown instead of the default text when the list is empty. */
  empty?: ReactNode
  selection?: RowSelection<VisitPlan> | undefined
  selectionBar?: ReactNode
  /** Dialogs, and the sheet to print. */
  children?: ReactNode
}

/** A table of customers with a dialog for one of them, shared by the planner and Visit Entry. */
export function VisitPage(props: VisitPageProps): ReactNode {
  const { heading, lead, columns, action, dialog: Dialog, empty, selection } = props
  useEffect(() => void Dialog.preload(), [Dialog])
  const { items, next, ...clock } = useLoaderData<VisitPlans>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { state: from } = useLocation()
  const { search, changed } = useListLinks()
  const may = useMay()
  // A link from the customer page opens the dialog immediately.
  const requestedCode = may('create', 'visit') ? search.get('open') : null
  const [chosen, setChosen] = useState(
    () => items.find((plan) => plan.Customer_Code === requestedCode) ?? null,
  )
  const q = search.get('q') ?? ''
  // The page was opened only for the dialog, from another screen.
  const isReturning = requestedCode !== null && (from === fromCustomer || from === fromVisits)

  const choose = (plan: VisitPlan): void => {
    notify(null) // the notice about the last visit must not appear again in the dialog
    setChosen(plan)
  }
  const close = (): void => {
    setChosen(null)
    // Removes the parameter, so that a reload does not open the dialog again.
    if (requestedCode !== null)
      void navigate(changed({ open: null }), { replace: true, preventScrollReset: true })
  }
  const hasLeft = useRef(false)
  /** Runs once and closes the dialog first, because the previous page may take a while to load. */
  const goBack = (): void => {
    if (hasLeft.current) return
    hasLeft.current = true
    setChosen(null)
    goBackFromDialogs()
  }
  const button = (plan: VisitPlan): ReactNode => (
    <>
      <ReachLinks plan={plan} />
      <Button
        aria-label={t('{action}: {customer}', { action, customer: customerName(plan) })}
        data-customer={plan.Customer_ID}
        onClick={() => choose(plan)}
      >
        {action}
      </Button>
    </>
  )
  const actions: Column<VisitPlan> = { label: t('Actions'), kind: 'actions', cell: button }
  return (
    <Page heading={heading} lead={lead}>
      <VisitTabs />
      <ListScreen
        className="visits"
        label={heading}
        search={t('Search customers')}
        tools={props.tools}
        filters={props.filters}
        page={{ items, next }}
        pagesOf={t('customers')}
        table={{
          columns: [
            ...(selection ? [selectColumn(items, selection, (plan) => customerName(plan))] : []),
            ...columns(clock),
            ...(may('create', 'visit') ? [actions] : []),
          ],
          keyOf: (plan) => plan.Customer_Code,
        }}
        empty={
          empty ?? (
            <Suspense>
              <NoCustomers q={q} />
            </Suspense>
          )
        }
        selectionBar={props.selectionBar}
      />
      {props.children}
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
          onOutdated={revalidate}
          // Loads nothing: there may be no network.
          onKept={() => setChosen(null)}
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

/** Call and navigate, on the cards of a phone. */
function ReachLinks({ plan }: { plan: VisitPlan }): ReactNode {
  const { Customer_Phone: phone } = plan
  return (
    <span className="visit-reach">
      {phone && (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} aria-label={t('Call {phone}', { phone })}>
          {t('Call')}
        </a>
      )}
      <a
        href={mapLinkOf(plan)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('Map of {address}', { address: addressOf(plan) })}
      >
        {t('Map')}
      </a>
    </span>
  )
}
