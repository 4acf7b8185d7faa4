import { request } from './client.ts'
import { readItems, readOr } from './read.ts'

/** What keeps the own account safe: the second factor, and devices that are new. */

export interface SecondFactor {
  /** Since when it is asked for; null: it is not. */
  since: string | null
  recoveryCodes: number
}

const factorPath = '/api/v1/me/second-factor'
const devicesPath = '/api/v1/me/new-devices'

export const readFactor = (signal: AbortSignal): Promise<SecondFactor> =>
  readOr<SecondFactor>(factorPath, { since: null, recoveryCodes: 0 }, { signal })

/** The secret for an authenticator app, and the address such an app opens. */
export const beginFactor = (body: { password: string }): Promise<{ secret: string; address: string }> =>
  request('POST', factorPath, { body })

export const confirmFactor = (body: { code: string }): Promise<{ recoveryCodes: string[] }> =>
  request('POST', `${factorPath}/confirm`, { body })

/** The ones before are dead. */
export const renewRecoveryCodes = (body: {
  password: string
  code: string
}): Promise<{ recoveryCodes: string[] }> => request('POST', `${factorPath}/recovery-codes`, { body })

export const switchFactorOff = (body: { password: string; code: string }): Promise<void> =>
  request('POST', `${factorPath}/off`, { body })

export interface NewDevice {
  id: string
  at: string
  /** What the browser said of itself. */
  device: string
  address: string
}

export const listNewDevices = (signal?: AbortSignal): Promise<NewDevice[]> =>
  readItems<NewDevice>(devicesPath, signal ? { signal } : {})

export const vouchFor = (device: NewDevice): Promise<void> =>
  request('POST', `${devicesPath}/${encodeURIComponent(device.id)}/known`)

export const disown = (device: NewDevice): Promise<void> =>
  request('DELETE', `${devicesPath}/${encodeURIComponent(device.id)}`)
