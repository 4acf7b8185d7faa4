import { useEffect, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { DeliveryPage, NewWebhook, Webhook } from '#domain/api/integration/webhooks.ts'
import '../ui/badges.css'
import './webhooks.css'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import { DeferredConfirmDialog } from '../ui/deferred-confirm-dialog.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { WebhookCard, type WebhookDialog } from './webhook-card.tsx'
import { deleteWebhook, listDeliveries, listWebhooks, rotateSecret } from './webhooks-api.ts'
import { t } from '#domain/messages/t.ts'

const WebhookForm = deferredDialog(async () => (await import('./webhook-form.tsx')).WebhookForm)
const WebhookSecret = deferredDialog(async () => (await import('./webhook-secret.tsx')).WebhookSecret)
const DeliveryLog = deferredPart(async () => (await import('./delivery-log.tsx')).DeliveryLog)

const pollInterval = 3000

interface WebhooksData {
  webhooks: readonly Webhook[]
  /** The deliveries of one, if its log is open. */
  log: { webhook: Webhook; page: DeliveryPage } | null
}

async function webhooksLoader({ request }: LoaderFunctionArgs): Promise<WebhooksData> {
  const { signal } = request
  const search = new URL(request.url).searchParams
  const webhooks = await listWebhooks(signal)
  const webhook = webhooks.find(({ id }) => id === search.get('log'))
  const log = webhook && { webhook, page: await listDeliveries(webhook.id, search.get('after'), signal) }
  return { webhooks, log: log ?? null }
}

/** Addresses of the firm's programs that changes are sent to. */
function WebhooksPage(): ReactNode {
  const { webhooks, log } = useLoaderData<WebhooksData>()
  const { revalidate } = useRevalidator()
  const search = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const [dialog, setDialog] = useState<{ kind: WebhookDialog; webhook: Webhook } | null>(null)
  const [withSecret, setWithSecret] = useState<NewWebhook | null>(null)
  const isPolled = webhooks.some(({ state, waiting }) => state === 'active' && waiting > 0)
  useEffect(() => {
    if (!isPolled) return undefined
    const timer = setInterval(() => void revalidate(), pollInterval)
    return () => clearInterval(timer)
  }, [isPolled, revalidate])
  const close = (): void => setDialog(null)
  const add = (
    <Button
      tone="main"
      onClick={() => {
        notify(null)
        setAdding(true)
      }}
    >
      {t('New webhook')}
    </Button>
  )
  return (
    <Page
      heading={t('Webhooks')}
      lead={t(
        'Changes, collections and promises are sent to your own programs, signed with a secret. What is not accepted is tried again for three days.',
      )}
    >
      <ListScreen
        label={t('Webhooks')}
        action={webhooks.length > 0 && add}
        page={{ items: webhooks }}
        isPolled
        table={(rows) => (
          <ul className="webhook-list">
            {rows.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                isLogOpen={search.get('log') === webhook.id}
                open={(kind) => {
                  notify(null)
                  setDialog({ kind, webhook })
                }}
              />
            ))}
          </ul>
        )}
        empty={
          <>
            <p>{t('No webhooks yet.')}</p>
            <p className="links">{add}</p>
          </>
        }
      />
      {log && <DeliveryLog key={log.webhook.id} webhook={log.webhook} page={log.page} />}
      {isAdding && <WebhookForm onSaved={() => void revalidate()} onClose={() => setAdding(false)} />}
      {dialog?.kind === 'edit' && (
        <WebhookForm
          webhook={dialog.webhook}
          onSaved={({ name }) => {
            notify({ tone: 'good', text: t('{name} is saved', { name }) })
            void revalidate()
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'secret' && (
        <RotateSecret
          webhook={dialog.webhook}
          onClose={close}
          onDone={(changed) => {
            close()
            setWithSecret(changed)
            void revalidate()
          }}
        />
      )}
      {withSecret && <WebhookSecret webhook={withSecret} onClose={() => setWithSecret(null)} />}
      {dialog?.kind === 'delete' && (
        <DeleteWebhook
          webhook={dialog.webhook}
          onClose={close}
          onDone={() => {
            close()
            notify({ tone: 'good', text: t('{name} is deleted', { name: dialog.webhook.name }) })
            void revalidate().then(focusNoticeIfLost)
          }}
        />
      )}
    </Page>
  )
}

interface RotateProps {
  webhook: Webhook
  onClose: () => void
  onDone: (changed: NewWebhook) => void
}

const RotateSecret = ({ webhook, onClose, onDone }: RotateProps): ReactNode => {
  const { name } = webhook
  return (
    <DeferredConfirmDialog
      heading={t('Make a new secret for {name}?', { name })}
      action={t('Make new secret')}
      send={async () => onDone(await rotateSecret(webhook))}
      failure={t('The secret of {name} was not changed', { name })}
      onClose={onClose}
    >
      <p>
        {t(
          'Your program needs the new secret within 24 hours. Until then events are signed with both secrets.',
        )}
      </p>
    </DeferredConfirmDialog>
  )
}

interface DeleteProps {
  webhook: Webhook
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation, because what was not sent yet is lost with it. */
const DeleteWebhook = ({ webhook, onClose, onDone }: DeleteProps): ReactNode => {
  const { name, waiting } = webhook
  return (
    <DeferredConfirmDialog
      heading={t('Delete {name}?', { name })}
      action={t('Delete webhook')}
      tone="danger"
      send={() => deleteWebhook(webhook)}
      failure={t('{name} was not deleted', { name })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {t(
          '{waiting, plural, =0 {Nothing more is sent, and the log of deliveries is deleted.} one {Nothing more is sent: # delivery that waits and the log are deleted.} other {Nothing more is sent: # deliveries that wait and the log are deleted.}} This cannot be undone.',
          { waiting },
        )}
      </p>
    </DeferredConfirmDialog>
  )
}

export const webhooksRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <WebhooksPage />,
  loader: webhooksLoader,
}
