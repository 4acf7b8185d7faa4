import { useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { formatDate } from '#domain/dates/dates.ts'
import type { HandoverResult, Handovers } from '#domain/api/visits/handovers.ts'
import { listHandovers, sendHandover, type HandoverBody } from './handover-api.ts'
import { useMay } from '../api/use-may.ts'
import './handover.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Button } from '../ui/button.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { Page } from '../ui/page.tsx'
import { HandoverCard } from './handover-card.tsx'
import { formatAmount, reverseHandover, emptyForm, type EmployeeChoice } from './handover-form.ts'
import { formatDays, PastHandovers } from './handover-trace.tsx'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const noOwner = 'none'

function handoverLoader({ request, url }: LoaderFunctionArgs): Promise<Handovers> {
  const employee = url.searchParams.get('employee') ?? undefined
  return listHandovers(employee === noOwner ? undefined : employee, request.signal)
}

interface CompletedHandover {
  body: HandoverBody
  /** The new owner; null if there is none. */
  to: string | null
  result: HandoverResult
}

/** Hands customers and plans over from one employee, named in the URL, to another, and lists past hand-overs. */
function HandoverPage(): ReactNode {
  const { items, has, today } = useLoaderData<Handovers>()
  const search = useSearchParams()
  const [title, setTitle] = useState<string | null>(null)
  const [done, setDone] = useState<CompletedHandover | null>(null)
  const [formKey, setFormKey] = useState(0)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const mayMove = useMay()('update', 'assignment')
  const employee = search.get('employee') ?? ''
  const from: EmployeeChoice = {
    isNone: employee === noOwner,
    number: employee === noOwner ? '' : employee,
    name: has?.name ?? title,
  }
  const choose = (person: EmployeeChoice): void => {
    setTitle(person.name)
    setDone(null)
    const chosen = person.isNone ? noOwner : person.number.trim()
    void navigate(chosen ? `?employee=${encodeURIComponent(chosen)}` : '?', {
      replace: true,
      preventScrollReset: true,
    })
  }
  const finish = (next: CompletedHandover | null): void => {
    setDone(next)
    setFormKey((before) => before + 1)
    void revalidate()
  }
  return (
    <Page
      heading={t('Hand over')}
      lead={t('Move customers and their open plans from one employee to another, permanently or for a time.')}
    >
      <div className="handover">
        {done && <Result done={done} onFinished={finish} />}
        {mayMove ? (
          <HandoverCard
            key={formKey}
            from={from}
            has={has}
            initial={emptyForm(formatDate(today))}
            onChooseFrom={choose}
            onDone={(body, result, to) => finish({ body, result, to })}
          />
        ) : (
          <EmptyState>{t('Only the office can hand customers over.')}</EmptyState>
        )}
        <section>
          <h2 className="handover-heading">
            {from.number
              ? t('Hand-overs of {name}', { name: from.name ?? from.number })
              : t('Recent hand-overs')}
          </h2>
          <PastHandovers items={items} />
        </section>
      </div>
    </Page>
  )
}

/** The result of the hand-over, with an undo. */
function Result({
  done,
  onFinished,
}: {
  done: CompletedHandover
  onFinished: (next: CompletedHandover | null) => void
}): ReactNode {
  const { body, result, to } = done
  const { isBusy, submit } = useSubmit({
    send: sendHandover,
    success: (back) => t('{amount} returned', { amount: formatAmount(back) }),
    onSuccess: () => onFinished(null),
  })
  return (
    <section className="card handover-result" aria-label={t('Handed over')}>
      <p>
        <RichText
          message="<strong>{amount}</strong> handed over to {to}, {until, select, none {from {start} on} other {from {start} until {until}}}."
          values={{
            amount: formatAmount(result),
            to: to ?? t('no owner'),
            ...formatDays(body.From_Day, body.Until_Day),
          }}
          tags={{ strong: (text) => <strong>{text}</strong> }}
        />{' '}
        {result.skipped > 0 &&
          t('{count, plural, one {# was not moved.} other {# were not moved.}}', { count: result.skipped })}
      </p>
      <p className="links">
        {result.customers > 0 && (
          <Button busy={isBusy} onClick={() => void submit(reverseHandover(body, result))}>
            {t('Undo')}
          </Button>
        )}
        <Link to={`/get?employee=${encodeURIComponent(body.To_Employee ?? noOwner)}`}>
          {t('Show them in the planner')}
        </Link>
      </p>
    </section>
  )
}

export const handoverRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <HandoverPage />,
  loader: handoverLoader,
}
