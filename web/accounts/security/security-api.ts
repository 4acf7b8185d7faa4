import type {
  FactorView,
  NewDevice,
  PasswordAndCode,
  RecoveryCodes,
  StartedFactor,
} from '#domain/api/accounts/own-account.ts'
import { request } from '../../api/client.ts'
import { readItems, readOr } from '../../api/read.ts'

/** Requests about the security of the user's own account: second factor and new devices. */

const factorPath = '/api/v1/me/second-factor'
const devicesPath = '/api/v1/me/new-devices'

export const readFactor = (signal: AbortSignal): Promise<FactorView> =>
  readOr<FactorView>(factorPath, { since: null, recoveryCodes: 0 }, { signal })

/** The secret for an authenticator app, and the `otpauth:` URL that such an app opens. */
export const beginFactor = (body: { password: string }): Promise<StartedFactor> =>
  request('POST', factorPath, { body })

export const confirmFactor = (body: { code: string }): Promise<RecoveryCodes> =>
  request('POST', `${factorPath}/confirm`, { body })

/** The previous codes stop working. */
export const renewRecoveryCodes = (body: PasswordAndCode): Promise<RecoveryCodes> =>
  request('POST', `${factorPath}/recovery-codes`, { body })

export const switchFactorOff = (body: PasswordAndCode): Promise<void> =>
  request('POST', `${factorPath}/off`, { body })

export const listNewDevices = (signal?: AbortSignal): Promise<NewDevice[]> =>
  readItems<NewDevice>(devicesPath, signal ? { signal } : {})

export const confirmDevice = (device: NewDevice): Promise<void> =>
  request('POST', `${devicesPath}/${encodeURIComponent(device.id)}/known`)

export const reportDevice = (device: NewDevice): Promise<void> =>
  request('DELETE', `${devicesPath}/${encodeURIComponent(device.id)}`)
