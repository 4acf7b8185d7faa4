import { AsyncLocalStorage } from 'node:async_hooks'

/** Who a read is for, as far as sharing out the work goes. */
export interface Caller {
  /** The account, the API token or the address: everything of one key waits in one line. */
  key: string
  /** Aborted when the client has hung up. */
  signal?: () => AbortSignal
  /** Called when a read of this caller begins to wait for another process: it no longer keeps this one busy. */
  onLongRead?: () => void
}

const callers = new AsyncLocalStorage<Caller>()
const ourselves: Caller = { key: 'system' }

/** Whatever the work reads, directly or later, is read for this caller. */
export const runFor = <T>(caller: Caller, work: () => T): T => callers.run(caller, work)

/** For work that several callers wait for: it goes on when the one who started it hangs up. */
export const runForAll = <T>(work: () => T): T => {
  const caller = currentCaller()
  return callers.run({ key: caller.key }, work)
}

export const currentCaller = (): Caller => callers.getStore() ?? ourselves
