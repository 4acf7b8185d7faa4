interface Turns {
  atOnce: number
  /** More than these are not let in to wait. */
  waiting: number
  /** What is thrown at whoever does not fit. */
  full: () => Error
}

/** Some of it at once, the rest one after the other, and only so much of it waits. */
export function inTurns({ atOnce, waiting, full }: Turns): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running < atOnce) running++
    else if (queue.length >= waiting) throw full()
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever waits takes the place over; it is free only when nobody does.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
