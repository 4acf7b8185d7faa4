interface SemaphoreOptions {
  maxConcurrent: number
  /** More than this many waiting tasks are rejected. */
  maxWaiting: number
  /** Creates the error for a task that does not fit into the queue. */
  onFull: () => Error
}

/** Limits concurrency: some tasks run at once, the rest waits in a queue of limited length. */
export function createSemaphore({
  maxConcurrent,
  maxWaiting,
  onFull,
}: SemaphoreOptions): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running < maxConcurrent) running++
    else if (queue.length >= maxWaiting) throw onFull()
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      // The next waiting task takes over the slot; it becomes free only when no task waits.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
