import type {
  Delivery,
  DeliveryPage,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookRequest,
} from '#domain/api/integration/webhooks.ts'
import { request } from '../api/client.ts'
import { readItems, readOr } from '../api/read.ts'

const path = '/api/v1/webhooks'
type Named = Pick<Webhook, 'id'>

export const listWebhooks = (signal: AbortSignal): Promise<Webhook[]> => readItems<Webhook>(path, { signal })

export const addWebhook = (body: WebhookRequest): Promise<NewWebhook> =>
  request<NewWebhook>('POST', path, { body })

export const changeWebhook = ({ id }: Named, body: WebhookChange): Promise<Webhook> =>
  request<Webhook>('PUT', `${path}/${id}`, { body })

export const pauseWebhook = ({ id }: Named): Promise<Webhook> =>
  request<Webhook>('POST', `${path}/${id}/pause`)

export const resumeWebhook = ({ id }: Named): Promise<Webhook> =>
  request<Webhook>('POST', `${path}/${id}/resume`)

export const deleteWebhook = ({ id }: Named): Promise<void> => request<void>('DELETE', `${path}/${id}`)

export const rotateSecret = ({ id }: Named): Promise<NewWebhook> =>
  request<NewWebhook>('POST', `${path}/${id}/secret`)

export const testWebhook = ({ id }: Named): Promise<Delivery> =>
  request<Delivery>('POST', `${path}/${id}/test`)

export const listDeliveries = (
  id: string,
  after: string | null,
  signal: AbortSignal,
): Promise<DeliveryPage> =>
  readOr<DeliveryPage>(
    `${path}/${encodeURIComponent(id)}/deliveries${after === null ? '' : `?after=${encodeURIComponent(after)}`}`,
    { items: [], next: null },
    { signal },
  )

export const resendDelivery = ({ id }: Named, delivery: Delivery): Promise<Delivery> =>
  request<Delivery>('POST', `${path}/${id}/deliveries/${delivery.id}/resend`)
