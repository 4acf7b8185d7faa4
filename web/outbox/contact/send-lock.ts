/** One tab of a device sends at a time. Without TLS there are no locks; the server then recognises what was sent twice. */
export const withSendLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('agridesk outbox', work) : work()
