import { ApiProblem } from '../api-problem.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import type { PendingAttempt } from './draft-storage.ts'
import { t } from '#domain/messages/t.ts'

/** The first attempt was saved although its answer was lost, and the content has changed since. */
export class SavedBefore<T> extends Error {
  readonly saved: T

  constructor(saved: T) {
    super(t('Your first attempt was saved. Later changes are not saved'))
    this.name = 'SavedBefore'
    this.saved = saved
  }
}

/** The idempotency key of a save, and the attempt whose answer was lost. */
interface Attempt {
  key: string
  sent?: PendingAttempt | undefined
}

export interface AttemptStore {
  /** There is no draft to compare with the saved record, so the next submission is a new save. */
  isRenewedAfterSave?: boolean
  read: () => Attempt | undefined
  write: (attempt: Attempt) => void
  remove: () => void
}

/** For forms without a draft: it lives as long as the component. */
export function attemptInMemory(): AttemptStore {
  let attempt: Attempt | undefined
  return {
    isRenewedAfterSave: true,
    read: () => attempt,
    write: (next) => (attempt = next),
    remove: () => (attempt = undefined),
  }
}

/** Statuses that the server returns after it has checked the key; others say nothing about the key. */
const statusesAfterKeyCheck = new Set([400, 404, 409, 412, 422])

interface Submission<Body, T> {
  attempt: AttemptStore
  /** The content of the form. */
  typed: unknown
  body: () => Body
  send: (body: Body, idempotencyKey: string) => Promise<T>
}

/**
 * Saves the content of a form exactly once, however often it is sent. All attempts of one draft have the same key.
 * Unchanged content is sent again as the identical body, so that the server replays the lost answer; after a change the
 * server either never saw the first attempt and saves this one, or returns what it saved (`SavedBefore`).
 */
export async function submitOnce<Body, T>(submission: Submission<Body, T>): Promise<T> {
  const { attempt, send } = submission
  const { key = newIdempotencyKey(), sent } = attempt.read() ?? {}
  const typed = JSON.stringify(submission.typed)
  const body = sent?.typed === typed ? sent.body : JSON.stringify(submission.body())
  attempt.write({ key, sent: { typed, body, at: sent?.at ?? Date.now() } })
  try {
    const answer = await send(JSON.parse(body), key)
    attempt.remove()
    return answer
  } catch (error) {
    if (error instanceof ApiProblem && statusesAfterKeyCheck.has(error.status)) {
      const first = firstAnswer<T>(error)
      if (first && attempt.isRenewedAfterSave) attempt.remove()
      else attempt.write({ key, sent: undefined })
      if (first) throw new SavedBefore(first.body)
    }
    throw error
  }
}

/** Must be called before saving something else after `SavedBefore` was shown. */
export const renewKey = (attempt: AttemptStore): void =>
  attempt.write({ key: newIdempotencyKey(), sent: undefined })

function firstAnswer<T>({ errors, document }: ApiProblem): { body: T } | undefined {
  if (!errors.some(({ field }) => field === 'Idempotency-Key')) return undefined
  return document.first as { body: T } | undefined
}
