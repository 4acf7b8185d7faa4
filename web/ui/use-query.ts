import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '../messages/language.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { sleep } from '../api/retry-after.ts'

export interface Query<T> {
  /** The last answer; it stays while the next one loads. */
  data: T | undefined
  /** Why the last request failed, as a sentence; empty when it did not. */
  error: string
  /** The answer to the current key has not arrived yet, or it is being reloaded. */
  isLoading: boolean
  /** Reloads the current key; resolves when the answer is rendered. */
  reload: () => Promise<void>
  /** Updates the data in place, after a saved change that needs no new request. */
  setData: (change: (data: T | undefined) => T | undefined) => void
}

export interface QueryOptions<T> {
  /** Whether to send requests; may depend on the data loaded so far. */
  enabled?: boolean | ((data: T | undefined) => boolean)
  /** Milliseconds without another change of the key before the request is sent. */
  debounce?: number
  /** Keeps the data of the previous key after a failure, for lists that grow page by page. */
  keepsDataOnError?: boolean
  onError?: (error: unknown) => void
}

type Key = readonly unknown[]

interface Settled<T> {
  key: Key | null
  data: T | undefined
  error: string
}

const isSameKey = (one: Key, other: Key): boolean =>
  one.length === other.length && one.every((part, at) => Object.is(part, other[at]))

/**
 * Loads data outside the route loaders. A new key aborts the previous request and drops its answer; so does unmounting.
 * The key holds everything that `read` depends on, compared item by item like the dependencies of an effect. `read` gets
 * the previous data, to which lists that grow page by page append.
 */
export function useQuery<T>(
  key: Key,
  read: (signal: AbortSignal, previous: T | undefined) => Promise<T>,
  options: QueryOptions<T> = {},
): Query<T> {
  const { debounce = 0, keepsDataOnError = false, onError } = options
  // An answer may have sentences in the language of the reader.
  const fullKey = [...key, useLanguage().code]
  const [current, setCurrent] = useState<Key>(fullKey)
  if (!isSameKey(fullKey, current)) setCurrent(fullKey)
  const [settled, setSettled] = useState<Settled<T>>({ key: null, data: undefined, error: '' })
  const [reloading, setReloading] = useState<AbortController | null>(null)
  const enabled =
    typeof options.enabled === 'function' ? options.enabled(settled.data) : (options.enabled ?? true)
  const running = useRef<AbortController>(null)
  const isMounted = useRef(false)
  const latest = useRef({ key: current, data: settled.data, read, keepsDataOnError, onError })
  useLayoutEffect(() => {
    latest.current = { key: current, data: settled.data, read, keepsDataOnError, onError }
  })

  const load = useCallback(
    async (requestedKey: Key, controller: AbortController, wait: number): Promise<void> => {
      running.current?.abort()
      running.current = controller
      const { signal } = controller
      try {
        if (wait > 0) await sleep(wait, signal)
        const data = await latest.current.read(signal, latest.current.data)
        if (!signal.aborted) setSettled({ key: requestedKey, data, error: '' })
      } catch (error) {
        if (signal.aborted) return
        const { keepsDataOnError: keepsData, onError: report } = latest.current
        // Data of another key would be mistaken for the data of this one.
        setSettled((now) => ({
          key: requestedKey,
          data: keepsData || now.key === requestedKey ? now.data : undefined,
          error: sentenceOf(error),
        }))
        report?.(error)
      }
    },
    [],
  )
  useEffect(() => {
    if (!enabled) return undefined
    void load(current, new AbortController(), debounce)
    return () => running.current?.abort()
  }, [current, enabled, debounce, load])
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      running.current?.abort()
    }
  }, [])

  const reload = useCallback(async (): Promise<void> => {
    if (!isMounted.current) return
    const controller = new AbortController()
    setReloading(controller)
    await load(latest.current.key, controller, 0)
    setReloading((now) => (now === controller ? null : now))
  }, [load])
  const setData = useCallback(
    (change: (data: T | undefined) => T | undefined): void =>
      setSettled((now) => ({ ...now, data: change(now.data) })),
    [],
  )
  return {
    data: settled.data,
    error: settled.error,
    isLoading: reloading !== null || (enabled && settled.key !== current),
    reload,
    setData,
  }
}
