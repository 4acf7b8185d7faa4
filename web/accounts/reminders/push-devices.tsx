import type { ReactNode } from 'react'
import type { PushDevice, PushSettings } from '#domain/api/reminders/push.ts'
import { request } from '../../api/client.ts'
import { readDocument } from '../../api/read.ts'
import { Button } from '../../ui/button.tsx'
import { deviceLabel } from '../../ui/device-label.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { currentSubscription, isPushSupported, subscribe, unsubscribe } from './push-subscription.ts'
import { t } from '#domain/messages/t.ts'

const path = '/api/v1/me/push'

interface Loaded extends PushSettings {
  /** The browser may have dropped the subscription that the server knows. */
  isSubscribed: boolean
}

async function read(signal: AbortSignal): Promise<Loaded> {
  const [settings, subscription] = await Promise.all([
    readDocument<PushSettings>(path, { publicKey: '', devices: [] }, { signal }),
    currentSubscription(),
  ])
  return { ...settings, isSubscribed: subscription !== null }
}

/** The devices that get push messages; the present one is added by a tap. */
export function PushDevices(): ReactNode {
  const { data, error, reload } = useQuery([], read)
  const add = useSubmit({
    send: async (publicKey: string) =>
      request<PushDevice>('POST', path, { body: await subscribe(publicKey) }),
    success: () => t('This device gets messages'),
    failure: t('This device gets no messages'),
    onSuccess: () => void reload(),
  })
  const remove = useSubmit({
    send: async ({ id, current }: PushDevice) => {
      await request('DELETE', `${path}/${encodeURIComponent(id)}`)
      if (current) await unsubscribe()
    },
    success: () => t('The device gets no messages any more'),
    failure: t('Could not remove the device'),
    onSuccess: () => void reload(),
  })
  if (error) return <LoadError error={error} onRetry={() => void reload()} />
  if (!data) return null
  const { devices, publicKey, isSubscribed } = data
  const isAdded = isSubscribed && devices.some(({ current }) => current)
  return (
    <div className="push-devices">
      {devices.length > 0 && (
        <ul aria-label={t('Devices with push messages')}>
          {devices.map((device) => (
            <li key={device.id}>
              <span>
                {deviceLabel(device.device)} {device.current && <small>{t('this device')}</small>}
              </span>
              <Button tone="quiet" busy={remove.isBusy} onClick={() => void remove.submit(device)}>
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isPushSupported() && (
        <p className="field-hint">{t('This browser cannot show messages of this site.')}</p>
      )}
      {isPushSupported() && !isAdded && (
        <Button busy={add.isBusy} onClick={() => void add.submit(publicKey)}>
          {t('Send messages to this device')}
        </Button>
      )}
    </div>
  )
}
