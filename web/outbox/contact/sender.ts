import type { EventResult, EventsAnswer, EventsRequest } from '#domain/api/field/events.ts'
import type { FieldEvent } from '#domain/field/events.ts'
import type { OwnSession } from '../account.ts'
import { announce, announceActivity } from '../store/changes.ts'
import { isAwaited, withDatabase, type StoredEntry } from '../store/database.ts'
import { deviceOf, saveKey } from '../store/device.ts'
import { removeSent } from '../store/sent-ids.ts'
import { post, type Answer } from './post.ts'
import { changeStatus, readStatus, saveProblem } from '../store/status.ts'
import { t } from '#domain/messages/t.ts'

/** The maximum of one request; a slow network answers a small one before it breaks. */
const maxEvents = 20
const maxBytes = 256 * 1024
const dayLength = 86_400_000
/** How long sent events are shown. */
const keptFor = 7 * dayLength

export interface SendOptions {
  session: OwnSession | null
  /** The server refused the token of the session. */
  onSessionRefused: (token: string) => void
}

export interface SendOutcome {
  sent: number
  /** Whether something waits that may be accepted later. */
  isLeft: boolean
  /** Milliseconds after which the server asked to try again. */
  delay: number
}

/** The server could not be reached, or is too busy. */
export class NotReached extends Error {
  readonly delay: number
  constructor(delay: number) {
    super('not reached')
    this.delay = delay
  }
}

/** The events of a customer, also of one that another event proposed, keep their order. */
const orderKey = ({ id, customer }: FieldEvent): string => {
  if (!customer) return id
  return 'id' in customer ? customer.id : customer.proposedBy
}

const isPhoto = ({ event }: StoredEntry): boolean => event.kind === 'photo'

/** Events that an event needs to have been accepted before it. */
function isReady({ event }: StoredEntry, all: readonly StoredEntry[]): boolean {
  const { customer } = event
  const isAccepted = (id: string): boolean => all.every((entry) => entry.id !== id || entry.state === 'sent')
  if (event.kind === 'photo') return isAccepted(event.values.event)
  const proposal = customer && 'proposedBy' in customer ? customer.proposedBy : undefined
  // A proposal that waits is in the same request, before this event.
  return proposal === undefined || all.every(({ id, state }) => id !== proposal || state !== 'refused')
}

function nextBatch(
  waiting: readonly StoredEntry[],
  blocked: ReadonlySet<string>,
  size: number,
): StoredEntry[] {
  const batch: StoredEntry[] = []
  let bytes = 0
  for (const entry of waiting) {
    if (blocked.has(orderKey(entry.event))) continue
    bytes += JSON.stringify(entry.event).length * 3
    if (batch.length > 0 && (batch.length >= size || bytes > maxBytes)) break
    batch.push(entry)
  }
  return batch
}

/** Sends what waits of every account. One at a time on a device: the caller holds the lock. Throws `NotReached`. */
export async function sendAll(options: SendOptions): Promise<SendOutcome> {
  await removeOldEntries()
  const all = await withDatabase((database) => database.getAll('outbox'))
  const accounts = new Set(all.filter(({ state }) => state === 'waiting').map(({ account }) => account))
  const outcome: SendOutcome = { sent: 0, isLeft: false, delay: 0 }
  try {
    for (const account of accounts) {
      const own = await new AccountSender(account, options).run()
      outcome.sent += own.sent
      outcome.isLeft ||= own.isLeft
      outcome.delay = Math.max(outcome.delay, own.delay)
    }
  } finally {
    announceActivity({ isSyncing: false, sending: [] })
  }
  return outcome
}

/** What an answer says besides the results. */
interface Applied {
  clockOffset?: number | undefined
  /** The time of the server. */
  now?: string
  awaited?: readonly string[]
}

class AccountSender {
  readonly #account: string
  readonly #options: SendOptions
  /** Customers with an event that is not decided, in this pass. */
  readonly #blocked = new Set<string>()
  /** Smaller after the server refused a whole request, to find the event that it refuses. */
  #size = maxEvents
  readonly #outcome: SendOutcome = { sent: 0, isLeft: false, delay: 0 }

  constructor(account: string, options: SendOptions) {
    this.#account = account
    this.#options = options
  }

  async run(): Promise<SendOutcome> {
    for (;;) {
      const all = await withDatabase((database) => database.getAll('outbox'))
      const waiting = all.filter(
        (entry) => entry.account === this.#account && entry.state === 'waiting' && isReady(entry, all),
      )
      const events = nextBatch(
        waiting.filter((entry) => !isPhoto(entry)),
        this.#blocked,
        this.#size,
      )
      const photo = waiting.find((entry) => isPhoto(entry) && !this.#blocked.has(entry.id))
      const batch = events.length > 0 ? events : photo ? [photo] : []
      if (batch.length === 0) return this.#outcome
      announceActivity({ isSyncing: true, sending: batch.map(({ id }) => id) })
      const unsent = all.filter((entry) => entry.account === this.#account && entry.state !== 'sent').length
      const canContinue =
        photo && events.length === 0
          ? await this.#sendPhoto(photo, unsent)
          : await this.#sendEvents(batch, unsent)
      if (!canContinue) return { ...this.#outcome, isLeft: true }
    }
  }

  async #sendEvents(batch: readonly StoredEntry[], waiting: number): Promise<boolean> {
    const awaited = batch.filter(isAwaited).map(({ id }) => id)
    const answer = await this.#post<EventsAnswer>((device) => ({
      path: '/api/v1/field/events',
      body: {
        device,
        clock: new Date().toISOString(),
        waiting,
        ...(awaited.length > 0 && { awaited }),
        events: batch.map(({ event }) => event),
      } satisfies EventsRequest,
    }))
    if (!answer) return false
    if (answer.kind === 'answer') {
      const { results, now } = answer.body
      const known = Array.isArray(results) ? results : []
      await this.#apply(batch, known, { clockOffset: answer.offsetTo(now), now, awaited })
      return true
    }
    return this.#refuse(batch, answer)
  }

  async #sendPhoto(entry: StoredEntry, waiting: number): Promise<boolean> {
    const { event, id, account } = entry
    const image = await withDatabase((database) => database.get('photos', id))
    if (event.kind !== 'photo' || !image) {
      const message = t('The browser has deleted this photo before it was sent. Its visit has arrived')
      await this.#apply([entry], [{ id, state: 'refused', message, marks: [], visit: null }])
      return true
    }
    const answer = await this.#post<EventResult>((device) => {
      const query = { device, clock: new Date().toISOString(), waiting: String(waiting) }
      const about = { visit: event.values.event, account, at: event.at }
      return {
        path: `/api/v1/field/photos/${id}?${new URLSearchParams({ ...query, ...about })}`,
        body: image,
      }
    })
    if (!answer) return false
    if (answer.kind === 'answer') {
      await this.#apply([entry], [{ ...answer.body, id }])
      return true
    }
    return this.#refuse([entry], answer)
  }

  /** Sends with the session or else with the key; undefined when neither is accepted. */
  async #post<T>(
    make: (device: string) => { path: string; body: object },
  ): Promise<Exclude<Answer<T>, { kind: 'unreachable' }> | undefined> {
    const { session, onSessionRefused } = this.#options
    const device = await withDatabase((database) => deviceOf(database, this.#account))
    const token = session?.account === this.#account ? session.token : null
    for (const each of new Set([token, device.key])) {
      if (each === null) continue
      const answer = await post<T>(each, make(device.id))
      if (answer.kind === 'unreachable') throw new NotReached(answer.delay)
      if (answer.kind === 'answer' || answer.status !== 401) return answer
      if (each === token) {
        this.#options.session = null
        onSessionRefused(each)
      } else
        await withDatabase(async (database) => {
          await saveKey(database, this.#account, null)
          // The account was disabled, its password reset, or this phone revoked: the old password opens nothing.
          await database.delete('verifiers', this.#account)
        })
    }
    announce('status')
    return undefined
  }

  /** The whole request was refused. */
  async #refuse(
    batch: readonly StoredEntry[],
    { status, message }: Extract<Answer<unknown>, { kind: 'refused' }>,
  ): Promise<boolean> {
    if (status === 403) {
      await saveProblem(this.#account, message)
      return false
    }
    if (batch.length > 1) {
      this.#size = 1
      return true
    }
    const reason =
      message || t('The office did not accept this. Correct it, or copy it as text and call the office')
    const refused = { state: 'refused' as const, message: reason, marks: [], visit: null }
    await this.#apply(
      batch,
      batch.map(({ id }) => ({ id, ...refused })),
    )
    return true
  }

  /** Stores what became of the events, in one transaction. */
  async #apply(
    batch: readonly StoredEntry[],
    results: readonly EventResult[],
    { clockOffset, now, awaited = [] }: Applied = {},
  ): Promise<void> {
    const deviceNow = Date.now()
    await withDatabase(async (database) => {
      const transaction = database.transaction(['outbox', 'photos', 'meta'], 'readwrite', {
        durability: 'strict',
      })
      const outbox = transaction.objectStore('outbox')
      const { clockOffset: lastOffset } = await readStatus(transaction.objectStore('meta'))
      const sentAt = now ?? new Date(deviceNow + lastOffset).toISOString()
      let accepted = 0
      for (const { id, event } of batch) {
        const result = results.find((each) => each.id === id)
        const stored = await outbox.index('id').get(id)
        // It was corrected while it was sent: the server decides about the correction next.
        if (!stored || JSON.stringify(stored.event) !== JSON.stringify(event)) continue
        // The form gave up before the answer: it is sent again, and the server then refuses no conflict.
        if (result?.state === 'refused' && awaited.includes(id) && !isAwaited(stored)) continue
        const { message = null, marks = [], visit = null, errors, conflict } = result ?? {}
        if (result?.state === 'accepted' || result?.state === 'waiting') {
          await outbox.put({ ...stored, state: 'sent', message, marks, visit, sentAt })
          await transaction.objectStore('photos').delete(id)
          accepted++
        } else if (result?.state === 'refused')
          await outbox.put({ ...stored, state: 'refused', message, marks, errors, conflict })
        else {
          this.#blocked.add(orderKey(event)).add(id)
          this.#outcome.isLeft = true
        }
      }
      await changeStatus(transaction.objectStore('meta'), ({ lastSentAt, problems }) => {
        const { [this.#account]: _solved, ...others } = problems
        return {
          offlineSince: null,
          lastSentAt: accepted > 0 ? new Date(deviceNow).toISOString() : lastSentAt,
          clockOffset: clockOffset ?? lastOffset,
          problems: others,
        }
      })
      await transaction.done
      this.#outcome.sent += accepted
    })
    announce('outbox', 'status')
  }
}

async function removeOldEntries(): Promise<void> {
  const { clockOffset } = await withDatabase((database) => readStatus(database.transaction('meta').store))
  const limit = new Date(Date.now() + clockOffset - keptFor).toISOString()
  await removeSent(({ sentAt }) => sentAt !== null && sentAt < limit)
}
