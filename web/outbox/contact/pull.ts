import type { SyncAnswer, SyncRequest } from '#domain/api/field/sync.ts'
import { ApiProblem, sentenceOf, UnexpectedAnswer, Unreachable } from '../../api/api-problem.ts'
import { request } from '../../api/client.ts'
import { ownAccountId, ownSession, type OwnSession } from '../account.ts'
import { announce } from '../store/changes.ts'
import { withDatabase, type OutboxDatabase, type PackInfo } from '../store/database.ts'
import { deviceOf } from '../store/device.ts'
import { NotReached } from './sender.ts'
import { changeStatus, saveProblem } from '../store/status.ts'

const maxMissing = 5000
/** More requests for missing customers than this are left to the next contact. */
const maxRounds = 20
const timeout = 90_000

const readInfo = async (database: OutboxDatabase): Promise<PackInfo | undefined> => {
  const info = await database.get('meta', 'pack')
  return info?.name === 'pack' ? info : undefined
}

/** Whether the customers of an account are on this device. */
export const hasPackOf = (account: string): Promise<boolean> =>
  withDatabase(async (database) => (await readInfo(database))?.account.id === account)

/** Removes the customers, and leaves the events. */
export async function removePack(): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction(['meta', 'customers', 'masters', 'proposals'], 'readwrite', {
      durability: 'strict',
    })
    await Promise.all([
      transaction.objectStore('meta').delete('pack'),
      transaction.objectStore('customers').clear(),
      transaction.objectStore('masters').clear(),
      transaction.objectStore('proposals').clear(),
      transaction.done,
    ])
  })
  announce('pack')
}

/** Removes the customers of any other account. */
export async function removePackOfOthers(account: string | undefined): Promise<void> {
  const info = await withDatabase(readInfo)
  if (info && info.account.id !== account) await removePack()
}

/**
 * Downloads what changed since the last time, and calls `onRequest` when it is requested. The caller holds the lock. Throws
 * `NotReached`.
 */
export async function pull(session: OwnSession, onRequest = (): void => {}): Promise<void> {
  await removePackOfOthers(session.account)
  for (let round = 0; round < maxRounds; round++) {
    const isComplete = await pullOnce(session, onRequest)
    if (isComplete) return
  }
}

/** Whether the session has neither ended nor been replaced, in any tab. */
const isCurrent = ({ token }: OwnSession): boolean => ownSession()?.token === token

async function pullOnce(session: OwnSession, onRequest: () => void): Promise<boolean> {
  const { account } = session
  const info = await withDatabase(readInfo)
  const device = await withDatabase((database) => deviceOf(database, account))
  const waiting = await withDatabase((database) => countUnsent(database, account))
  const asked = info?.missing.slice(0, maxMissing) ?? []
  const startedAt = Date.now()
  const answering = ask(account, {
    device: device.id,
    clock: new Date(startedAt).toISOString(),
    waiting,
    cursor: info?.cursor ?? null,
    ...(asked.length > 0 && { missing: asked }),
  })
  onRequest()
  const answer = await answering
  if (!answer || !isCurrent(session)) return true
  const clockOffset = Math.round(Date.parse(answer.now) - (startedAt + Date.now()) / 2)
  const left = info?.missing.slice(maxMissing) ?? []
  const missing = await withDatabase((database) =>
    store(database, answer, { left, revision: info?.revision ?? 0, clockOffset }),
  )
  announce('pack', 'status')
  // The customers were removed at the log-out, before these were stored.
  if (!isCurrent(session)) {
    await removePackOfOthers(ownAccountId())
    return true
  }
  return missing.length === 0
}

/** Undefined when the server refused to give this device anything: then it holds nothing any more. */
async function ask(account: string, body: SyncRequest): Promise<SyncAnswer | undefined> {
  try {
    const answer = await request<SyncAnswer>('POST', '/api/v1/field/sync', {
      body,
      signal: AbortSignal.timeout(timeout),
    })
    if (typeof answer.cursor !== 'string' || !Array.isArray(answer.customers)) throw new UnexpectedAnswer()
    return answer
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 403) {
      await removePack()
      await saveProblem(account, sentenceOf(error))
      return undefined
    }
    if (error instanceof ApiProblem && error.status === 401) return undefined
    if (error instanceof Unreachable || error instanceof DOMException || error instanceof ApiProblem)
      throw new NotReached(0)
    throw error
  }
}

async function countUnsent(database: OutboxDatabase, account: string): Promise<number> {
  const all = await database.getAll('outbox')
  return all.filter((entry) => entry.account === account && entry.state !== 'sent').length
}

interface Download {
  /** Missing customers that were not asked for yet. */
  left: readonly string[]
  revision: number
  clockOffset: number
}

/** Stores the difference with its cursor, in one transaction. Returns the ids to ask for next. */
async function store(
  database: OutboxDatabase,
  answer: SyncAnswer,
  { left, revision, clockOffset }: Download,
): Promise<readonly string[]> {
  const { customers, ids, masters, proposals, isFull } = answer
  const transaction = database.transaction(['meta', 'customers', 'masters', 'proposals'], 'readwrite')
  const held = transaction.objectStore('customers')
  const decided = transaction.objectStore('proposals')
  const writes: Promise<unknown>[] = []
  if (isFull) writes.push(held.clear())
  for (const customer of customers) writes.push(held.put(customer))
  if (masters) writes.push(transaction.objectStore('masters').put(masters, 'all'))
  if (proposals) writes.push(decided.clear(), ...proposals.map((each) => decided.put(each)))
  let missing = left
  if (ids) {
    const inScope = new Set(ids)
    const present = new Set(await held.getAllKeys())
    for (const id of present) if (!inScope.has(id)) writes.push(held.delete(id))
    missing = ids.filter((id) => !present.has(id))
  }
  const isChanged = isFull || customers.length > 0 || ids !== null || masters !== null || proposals !== null
  const { cursor, account, dayOff, tiles, timeZone, now: syncedAt } = answer
  const meta = transaction.objectStore('meta')
  const next = { name: 'pack' as const, account, cursor, missing, dayOff, tiles, timeZone, syncedAt }
  writes.push(meta.put({ ...next, revision: isChanged ? revision + 1 : revision }))
  await changeStatus(meta, ({ problems }) => {
    const { [account.id]: _solved, ...others } = problems
    return { offlineSince: null, clockOffset, problems: others }
  })
  await Promise.all([...writes, transaction.done])
  return missing
}
