const [seconds, minutes] = [1000, 60_000]
const keptFor = minutes
/** An answer older than this is no longer shown while the next one is counted. */
const shownFor = 15 * minutes
/** Between the end of a count and the next of the same: nobody can keep the database busy by asking again and again. */
const restFor = 10 * seconds
/** After a change the rest is shorter, a multiple of what the count took: a small firm sees its import at once. */
const restAfterChange = 10
/** A count that took no longer is waited for when records changed; a longer one goes on while the last answer is shown. */
const worthWaiting = 2 * seconds
const mostKept = 500

interface Kept<T> {
  answer?: { value: T; at: number; state: string; took: number }
  /** The count that runs. */
  counting?: Promise<T>
  /** When the last count ended, well or not. */
  ended: number
}

export interface Question<T> {
  key: string
  /** Not the kept answer but the next one. */
  fresh: boolean
  /** Another one whenever what is counted has changed. */
  state: string
  now: () => number
  count: () => Promise<T>
}

/**
 * Answers that take long to count, kept for a minute or until records change. After that whoever asks still gets the kept one at once, until the
 * next has been counted. Only those wait for whom there is none yet, and those who ask for a fresh one; they share a count.
 */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, Kept<T>>()

  async ask(question: Question<T>): Promise<T> {
    const { key, fresh, state, now } = question
    const known = this.#kept.get(key)
    const age = known?.answer ? now() - known.answer.at : Infinity
    if (!known?.answer || age >= shownFor) return known?.counting ?? this.#start(question)
    const { answer } = known
    const isChanged = answer.state !== state
    const rest = isChanged ? Math.min(restFor, restAfterChange * answer.took) : restFor
    const isWanted = fresh || isChanged || age >= keptFor
    const counting =
      known.counting ?? (isWanted && now() - known.ended >= rest ? this.#start(question) : undefined)
    const isWaiting = fresh || (isChanged && answer.took <= worthWaiting)
    return isWaiting && counting ? counting : answer.value
  }

  #start({ key, state, now, count }: Question<T>): Promise<T> {
    const kept: Kept<T> = this.#kept.get(key) ?? { ended: -Infinity }
    // The one that was counted longest ago is the first to be forgotten.
    this.#kept.delete(key)
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(key, kept)
    const begun = now()
    const counting = count()
      .then((value) => {
        kept.answer = { value, at: now(), state, took: now() - begun }
        return value
      })
      .finally(() => {
        kept.ended = now()
        delete kept.counting
      })
    kept.counting = counting
    // Nobody may be waiting for it.
    counting.catch(() => {})
    return counting
  }
}
