import type { PushSubscriptionInput } from '#domain/api/reminders/push.ts'
import { t } from '#domain/messages/t.ts'
import { loadCode } from '../../ui/load-code.ts'

/** Milliseconds until the service worker is expected to be installed. */
const timeout = 30_000

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Asks the person for permission, so it is called by a tap only. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionInput> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(t('The browser does not allow messages of this site. Allow them in its settings'))
  const registration = await installedWorker()
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new Error(t('The push service of the browser could not be reached. Try again later'), { cause })
    })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

/** Only the field screens install it by themselves. */
async function installedWorker(): Promise<ServiceWorkerRegistration> {
  const { registerWorker } = await loadCode(() => import('../../outbox/worker/register-worker.ts'))
  registerWorker()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new Error(t('The browser could not be set up for messages. Reload the page, and try again'))),
      timeout,
    )
  })
  return Promise.race([navigator.serviceWorker.ready, timedOut]).finally(() => clearTimeout(timer))
}

/** The subscription of this browser. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}
