import type { ReactNode } from 'react'
import type { Arrival } from '#domain/api/field/arrivals.ts'
import { formatDate } from '#domain/dates/dates.ts'
import type { EventKind, MarkKind } from '#domain/field/events.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { t } from '#domain/messages/t.ts'

export const markLabels = (): Record<MarkKind, string> => ({
  late: t('Late'),
  clock: t('Wrong clock'),
  'already-recorded': t('Already recorded'),
  'plan-changed': t('Plan changed'),
  merged: t('Customer merged'),
  'outside-scope': t('Handed over'),
  'no-customer': t('Without customer'),
  'dropped-values': t('Values in the remarks'),
  'unsafe-advice': t('Advice against a warning'),
  'not-applied': t('Not applied'),
})

const kindLabels = (): Record<EventKind, string> => ({
  visit: t('Visit'),
  plan: t('Plan'),
  undo: t('Undone visit'),
  photo: t('Photo'),
  location: t('Location'),
  comment: t('Comment'),
  proposal: t('Proposal'),
})

interface ArrivalActions {
  /** Absent without the right. */
  onSeen?: (arrival: Arrival) => void
  onAssign?: (visit: NonNullable<Arrival['visit']>) => void
}

export function arrivalColumns(actions: ArrivalActions): Column<Arrival>[] {
  const columns: Column<Arrival>[] = [
    { label: t('Recorded'), cell: (arrival) => <Times arrival={arrival} /> },
    { label: t('Person'), cell: ({ by }) => by },
    { label: t('Subject'), cell: (arrival) => <About arrival={arrival} /> },
    { label: t('Why'), cell: ({ marks }) => <Marks marks={marks} /> },
    {
      label: t('Reference'),
      cell: ({ reference }) => <span className="arrival-reference">{reference}</span>,
    },
  ]
  if (!actions.onSeen && !actions.onAssign) return columns
  return [
    ...columns,
    {
      label: t('Actions'),
      kind: 'actions',
      cell: (arrival) => <Actions arrival={arrival} {...actions} />,
    },
  ]
}

const Times = ({ arrival: { recordedAt, receivedAt } }: { arrival: Arrival }): ReactNode => (
  <span className="arrival-times">
    <Moment at={recordedAt} />
    <small>
      <RichText message="arrived <time></time>" tags={{ time: () => <Moment at={receivedAt} /> }} />
    </small>
  </span>
)

function About({ arrival: { kind, visit, customer } }: { arrival: Arrival }): ReactNode {
  return (
    <span className="arrival-about">
      {customer ? (
        <CustomerLink code={customer.code} name={customer.name} />
      ) : (
        <span>{t('No customer, or none that you see')}</span>
      )}
      <small>
        {visit ? (
          <Link to={`/visits?q=${encodeURIComponent(visit.Visit_ID)}`}>
            {visit.Visited_On === null
              ? t('Visit {id}', { id: visit.Visit_ID })
              : t('Visit {id} on {date}', { id: visit.Visit_ID, date: formatDate(visit.Visited_On) })}
          </Link>
        ) : (
          kindLabels()[kind]
        )}
      </small>
    </span>
  )
}

const Marks = ({ marks }: Pick<Arrival, 'marks'>): ReactNode => (
  <ul className="arrival-marks">
    {marks.map(({ kind, message }) => (
      <li key={kind}>
        <span className="badge badge-pending">{markLabels()[kind]}</span>
        <span className="arrival-why">{message}</span>
      </li>
    ))}
  </ul>
)

function Actions({ arrival, onSeen, onAssign }: ArrivalActions & { arrival: Arrival }): ReactNode {
  const { visit, reference, seenAt, seenBy } = arrival
  return (
    <span className="arrival-actions">
      {visit?.Status === 'unassigned' && onAssign && (
        <Button
          aria-label={t('Assign customer to visit {id}', { id: visit.Visit_ID })}
          onClick={() => onAssign(visit)}
        >
          {t('Assign customer')}
        </Button>
      )}
      {onSeen && (
        <Button
          aria-label={
            seenAt === null
              ? t('Mark as reviewed: {reference}', { reference })
              : t('Review again: {reference}', { reference })
          }
          onClick={() => onSeen(arrival)}
        >
          {seenAt === null ? t('Mark as reviewed') : t('Review again')}
        </Button>
      )}
      {seenAt !== null && (
        <small>
          <RichText
            message="by {name}, <time></time>"
            values={{ name: seenBy ?? '' }}
            tags={{ time: () => <Moment at={seenAt} /> }}
          />
        </small>
      )}
    </span>
  )
}
