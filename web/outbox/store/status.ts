import type { IDBPObjectStore, StoreNames } from 'idb'
import { announce } from './changes.ts'
import { withDatabase, type ContactStatus, type OutboxSchema } from './database.ts'

const unknown: ContactStatus = {
  name: 'status',
  offlineSince: null,
  lastSentAt: null,
  clockOffset: 0,
  problems: {},
}

type MetaStore<Mode extends IDBTransactionMode> = IDBPObjectStore<
  OutboxSchema,
  StoreNames<OutboxSchema>[],
  'meta',
  Mode
>

/** Reads the status, inside a transaction. */
export async function readStatus(meta: Pick<MetaStore<'readonly'>, 'get'>): Promise<ContactStatus> {
  const stored = await meta.get('status')
  return stored?.name === 'status' ? stored : unknown
}

/** Changes the status, inside the transaction of what it belongs to; returns whether it was different. */
export async function changeStatus(
  meta: Pick<MetaStore<'readwrite'>, 'get' | 'put'>,
  change: (status: ContactStatus) => Partial<ContactStatus>,
): Promise<boolean> {
  const status = await readStatus(meta)
  const next = { ...status, ...change(status) }
  if (JSON.stringify(next) === JSON.stringify(status)) return false
  await meta.put(next)
  return true
}

async function saveStatus(change: (status: ContactStatus) => Partial<ContactStatus>): Promise<void> {
  const isChanged = await withDatabase(async (database) => {
    const { store, done } = database.transaction('meta', 'readwrite')
    const isDifferent = await changeStatus(store, change)
    await done
    return isDifferent
  })
  if (isChanged) announce('status')
}

/** The server could not be reached. */
export const saveUnreachable = (): Promise<void> =>
  saveStatus(({ offlineSince }) => ({ offlineSince: offlineSince ?? new Date().toISOString() }))

export const saveReached = (): Promise<void> => saveStatus(() => ({ offlineSince: null }))

/** Why the server accepts nothing from the account on this device; null when it does. */
export const saveProblem = (account: string, problem: string | null): Promise<void> =>
  saveStatus(({ problems: { [account]: _previous, ...others } }) => ({
    offlineSince: null,
    problems: problem === null ? others : { ...others, [account]: problem },
  }))
