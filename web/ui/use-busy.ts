import { useRef, useState } from 'react'

interface Busy {
  isBusy: boolean
  /** The current value, for a handler that was created before the work began. */
  isBusyNow: () => boolean
  /** Is busy until the work settles. */
  track: <T>(work: () => Promise<T>) => Promise<T>
  /** Like `track`, but does nothing and returns undefined while busy. */
  runOnce: <T>(work: () => Promise<T>) => Promise<T | undefined>
}

/** A busy flag. To send a form, use `useSubmit`, which builds on it. */
export function useBusy(): Busy {
  const [count, setCount] = useState(0)
  const running = useRef(0)
  const track = async <T>(work: () => Promise<T>): Promise<T> => {
    setCount(++running.current)
    try {
      return await work()
    } finally {
      setCount(--running.current)
    }
  }
  return {
    isBusy: count > 0,
    isBusyNow: () => running.current > 0,
    track,
    runOnce: async (work) => (running.current > 0 ? undefined : track(work)),
  }
}
