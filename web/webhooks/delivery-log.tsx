import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Delivery, DeliveryPage, Webhook } from '#domain/api/integration/webhooks.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { resendDelivery } from './webhooks-api.ts'
import { t } from '#domain/messages/t.ts'

const badges = { delivered: 'badge-active', waiting: 'badge-pending', failed: 'badge-overdue' } as const

const stateText = ({ state }: Delivery): string =>
  t('{state, select, delivered {Accepted} waiting {Waiting} other {Given up}}', { state })

/** What became of the last attempt. */
function resultText({ status, problem, detail, attempts }: Delivery): string {
  const about = detail ?? ''
  if (problem === 'timeout') return t('No answer within {time}', { time: about })
  if (problem === 'address')
    return t(
      '{host} has an address that is not on the public internet. Allow its network with WEBHOOK_PRIVATE_ADDRESSES if this is intended',
      { host: about },
    )
  if (problem === 'redirect')
    return t(
      'Answered {status} with a redirect to {address}, which is not followed. Enter that address if it is right',
      { status: String(status ?? ''), address: about },
    )
  if (problem === 'connection') return t('No connection: {error}', { error: about })
  if (status !== null) return t('Answered {status}', { status: String(status) })
  return attempts === 0 ? t('Not sent yet') : ''
}

const Result = ({ delivery }: { delivery: Delivery }): ReactNode => (
  <div className="delivery-result">
    <span className={`badge ${badges[delivery.state]}`}>{stateText(delivery)}</span>
    <span>{resultText(delivery)}</span>
    {delivery.nextAt !== null && delivery.attempts > 0 && (
      <small>
        {t('Next try')} <Moment at={delivery.nextAt} />
      </small>
    )}
  </div>
)

const Content = ({ delivery: { body, answer } }: { delivery: Delivery }): ReactNode => (
  <details className="delivery-content">
    <summary>{t('Message')}</summary>
    <pre>{body}</pre>
    {answer !== null && (
      <>
        <p>{t('Answer')}</p>
        <pre>{answer}</pre>
      </>
    )}
  </details>
)

const columns = (webhook: Webhook): Column<Delivery>[] => [
  { label: t('Event'), kind: 'name', cell: ({ event }) => event },
  { label: t('When'), cell: ({ at }) => <Moment at={at} /> },
  { label: t('Result'), cell: (delivery) => <Result delivery={delivery} /> },
  { label: t('Attempts'), kind: 'number', cell: ({ attempts }) => t('{total, number}', { total: attempts }) },
  { label: t('Content'), cell: (delivery) => <Content delivery={delivery} /> },
  {
    label: t('Send again'),
    kind: 'actions',
    cell: (delivery) => <ResendButton webhook={webhook} delivery={delivery} />,
  },
]

function ResendButton({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }): ReactNode {
  const { revalidate } = useRevalidator()
  const { isBusy, submit } = useSubmit({
    send: () => resendDelivery(webhook, delivery),
    success: () => t('It is sent within seconds'),
    failure: t('It was not sent again'),
    onSuccess: () => void revalidate(),
  })
  if (webhook.state !== 'active') return null
  return (
    <Button
      busy={isBusy}
      aria-label={t('Send again: {event}', { event: delivery.event })}
      onClick={() => void submit(undefined)}
    >
      {t('Send again')}
    </Button>
  )
}

/** What was sent to a webhook, the newest first. */
export const DeliveryLog = ({ webhook, page }: { webhook: Webhook; page: DeliveryPage }): ReactNode => (
  <ListScreen
    label={t('Deliveries of {name}', { name: webhook.name })}
    heading={t('Deliveries of {name}', { name: webhook.name })}
    page={page}
    isPolled
    perPage={25}
    table={{ columns: columns(webhook), keyOf: ({ id }) => id }}
    empty={t('Nothing was sent yet. Send a test, or change a record.')}
  />
)
