import type { FirmClock } from '#domain/api/visits/visit-values.ts'

/** The date of the device, used until the server sends the date of the firm. */
export function deviceClock(): FirmClock {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return { today: new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()), timeZone }
}
