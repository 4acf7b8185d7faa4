import { useSyncExternalStore } from 'react'
import { ownAccountId } from '../account.ts'
import { onChange, type Topic } from './changes.ts'
import { readProblemOf } from './database.ts'

/** A value read from the database that follows its changes, also those of other tabs; for `useSyncExternalStore`. */
export interface LiveValue<T> {
  subscribe: (listener: () => void) => () => void
  /** The initial value until it was read for the account that is logged in. */
  get: () => T
  /** Reads it now. */
  refresh: () => Promise<void>
}

/** The values whose last read failed, with the reason; they are read again as soon as another value was read. */
const failed = new Map<() => Promise<void>, string>()
const problemListeners = new Set<() => void>()

function setProblem(refresh: () => Promise<void>, problem: string | null): void {
  if (problem === null) failed.delete(refresh)
  else failed.set(refresh, problem)
  for (const listener of problemListeners) listener()
  if (problem === null) for (const each of failed.keys()) void each()
}

function subscribeToProblem(listener: () => void): () => void {
  problemListeners.add(listener)
  return () => problemListeners.delete(listener)
}

const currentProblem = (): string | null => failed.values().next().value ?? null

/** Why nothing can be read on this device and what to do, as a sentence; null while it can. */
export const useReadProblem = (): string | null =>
  useSyncExternalStore(subscribeToProblem, currentProblem, () => null)

export function liveValue<T>(
  initial: T,
  topics: readonly Topic[],
  read: (previous: T) => Promise<T>,
): LiveValue<T> {
  let value = initial
  /** The account that the value was read for. */
  let account: string | undefined
  let reading: Promise<void> | undefined
  let isStale = false
  const listeners = new Set<() => void>()

  const readAll = async (): Promise<void> => {
    isStale = false
    const reader = ownAccountId()
    const next = await read(value)
    if (ownAccountId() !== reader) {
      isStale = true
      return
    }
    value = next
    account = reader
    setProblem(refresh, null)
    for (const listener of listeners) listener()
  }
  const refresh = (): Promise<void> => {
    // What changed after the read began is read again.
    isStale = true
    reading ??= readAll()
      .catch((error: unknown) => {
        console.warn('Could not read what is stored on this device', error)
        setProblem(refresh, readProblemOf(error))
      })
      .finally(() => {
        reading = undefined
        if (isStale) void refresh()
      })
    return reading
  }
  for (const topic of topics) onChange(topic, () => void (listeners.size > 0 && refresh()))
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) void refresh()
      return () => listeners.delete(listener)
    },
    get: () => (account === ownAccountId() ? value : initial),
    refresh,
  }
}
