import { ApiProblem } from './api-problem.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { readStored, removeStored, writeStored, type Sent } from './draft-storage.ts'

/** What was sent first has been saved although its answer was lost, and what is sent now is something else. */
export class SavedBefore<T> extends Error {
  readonly saved: T

  constructor(saved: T) {
    super('It was saved when it was first sent. What was changed since is not saved')
    this.name = 'SavedBefore'
    this.saved = saved
  }
}

/** The key of a save, and the attempt whose answer is not known. */
interface Attempt {
  key: string
  sent?: Sent | undefined
}

export interface AttemptStore {
  /** Nothing is kept that could still be compared with what was saved: what is sent next is a save of its own. */
  isRenewedAfterSave?: boolean
  read: () => Attempt | undefined
  write: (attempt: Attempt) => void
  remove: () => void
}

/** Kept with the draft of a form: it outlives the page. */
export const attemptOfDraft = (form: string): AttemptStore => ({
  read: () => readStored(form),
  write: ({ key, sent }) => writeStored(form, { key, sent }),
  remove: () => removeStored(form, true),
})

/** For what is typed in one go and kept by nobody: it lives as long as what holds it. */
export function attemptInMemory(): AttemptStore {
  let attempt: Attempt | undefined
  return {
    isRenewedAfterSave: true,
    read: () => attempt,
    write: (next) => (attempt = next),
    remove: () => (attempt = undefined),
  }
}

/** Refusals that come after the server has looked whether the key was used; the others say nothing about it. */
const judged = new Set([400, 404, 409, 412, 422])

interface Submission<Body extends object, T> {
  attempt: AttemptStore
  /** What the form holds. */
  typed: unknown
  body: () => Body
  send: (body: Body, idempotencyKey: string) => Promise<T>
}

/**
 * Saves what a form holds exactly once, however often it is sent. All attempts of one draft carry the same key. The same
 * content is sent again to the letter, so that a lost answer is found; after a change the server either never saw the
 * first attempt and saves this one, or says what it saved then (`SavedBefore`).
 */
export async function submitOnce<Body extends object, T>(submission: Submission<Body, T>): Promise<T> {
  const { attempt, send } = submission
  const { key = newIdempotencyKey(), sent } = attempt.read() ?? {}
  const typed = JSON.stringify(submission.typed)
  const body = sent?.typed === typed ? sent.body : JSON.stringify(submission.body())
  attempt.write({ key, sent: { typed, body, at: sent?.at ?? Date.now() } })
  try {
    const answer = await send(JSON.parse(body) as Body, key)
    attempt.remove()
    return answer
  } catch (error) {
    if (error instanceof ApiProblem && judged.has(error.status)) {
      const first = firstAnswer<T>(error)
      if (first && attempt.isRenewedAfterSave) attempt.remove()
      else attempt.write({ key, sent: undefined })
      if (first) throw new SavedBefore(first.body)
    }
    throw error
  }
}

/** To be called when somebody knows that the first attempt was saved and wants to send something else besides. */
export const renewKey = (attempt: AttemptStore): void =>
  attempt.write({ key: newIdempotencyKey(), sent: undefined })

function firstAnswer<T>({ errors, document }: ApiProblem): { body: T } | undefined {
  if (!errors.some(({ field }) => field === 'Idempotency-Key')) return undefined
  return document['first'] as { body: T } | undefined
}
