import { AsyncLocalStorage } from 'node:async_hooks'

/** The caller a read is made for; the fair queues share the database between callers. */
export interface Caller {
  /** The account, the API token or the address; all work of one key waits in one queue. */
  key: string
  /** Aborted when the client has disconnected. */
  signal?: () => AbortSignal
  /** Called when a read of this caller starts to wait for another process and no longer occupies the event loop. */
  onLongRead?: () => void
}

const callers = new AsyncLocalStorage<Caller>()
const systemCaller: Caller = { key: 'system' }

/** Every read that the work starts, now or later, belongs to this caller. */
export const runFor = <T>(caller: Caller, work: () => T): T => callers.run(caller, work)

/** For work shared by several callers: it continues when the client that started it disconnects. */
export const runForAll = <T>(work: () => T): T => {
  const caller = currentCaller()
  return callers.run({ key: caller.key }, work)
}

export const currentCaller = (): Caller => callers.getStore() ?? systemCaller
