import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ImportColumn, ImportJob, ImportSettings } from '#domain/api/imports/import-values.ts'
import type { ImportChange } from '#domain/api/imports/imports.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { sleep } from '../api/retry-after.ts'
import { changeImport, runImportCommand, readImport, type ImportCommand } from './imports-api.ts'
import { notify } from '../ui/notices.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useBusy } from '../ui/use-busy.ts'
import { isTransient, retryDelay } from './poll-interval.ts'
import { t } from '#domain/messages/t.ts'

type Change = Omit<ImportChange, 'version'>
type Updater = (settings: ImportSettings) => Change

/** An import job and the actions on it. */
export interface ImportJobHandle {
  job: ImportJob
  /** The columns as matched when the page was loaded; a difference from them is the user's choice. */
  matched: readonly ImportColumn[]
  /** Set while the connection is lost; changes are queued and sent later. */
  connectionProblem: string | undefined
  isBusy: boolean
  /** Shows the change immediately and saves it; resolves to false when the server refused it and the user was notified. */
  change: (updater: Updater) => Promise<boolean>
  command: (command: ImportCommand) => Promise<void>
  refresh: () => Promise<void>
}

export const isInProgress = ({ state }: ImportJob): boolean =>
  state === 'reading' || state === 'rehearsing' || state === 'running'

const pollIntervals = { min: 300, max: 1500 } // milliseconds

const applyUpdater = (job: ImportJob, updater: Updater): ImportJob => ({
  ...job,
  settings: { ...job.settings, ...updater(job.settings).settings },
})

/** Changes are saved one after the other, each from the version the previous one returned. */
export function useImportJob(loaded: ImportJob): ImportJobHandle {
  const [job, setJob] = useState(loaded)
  const [connectionProblem, setConnectionProblem] = useState<string>()
  const { isBusy, isBusyNow, track } = useBusy()
  const [matched, setMatched] = useState(loaded)
  // A file that is still being read has no columns yet; another sheet or master has others.
  const isRead = matched.state === 'reading' && job.state !== 'reading'
  if (isRead || job.sheet !== matched.sheet || job.entity !== matched.entity) setMatched(job)
  const latest = useRef(loaded)
  const unsaved = useRef<Updater[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const unmountController = useRef<AbortController>(null)
  useEffect(() => {
    const controller = (unmountController.current = new AbortController())
    return () => controller.abort()
  }, [])

  const applyJob = (next: ImportJob): void => {
    latest.current = next
    // Changes that are not saved yet stay visible when an earlier response arrives.
    setJob(unsaved.current.reduce(applyUpdater, next))
  }
  /** Retries until the server answers. */
  const retryUntilAnswered = async <T>(
    work: () => Promise<T>,
    signal = unmountController.current!.signal,
  ): Promise<T> => {
    for (;;) {
      try {
        const answer = await work()
        setConnectionProblem(undefined)
        return answer
      } catch (error) {
        if (!isTransient(error) || signal.aborted) throw error
        setConnectionProblem(sentenceOf(error))
        await retryDelay(signal)
      }
    }
  }
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const before = queue.current
    const task = track(() => before.then(work))
    queue.current = task.catch(() => undefined)
    return task
  }
  const refresh = async (): Promise<void> => applyJob(await retryUntilAnswered(() => readImport(job.id)))

  const save = async (updater: Updater): Promise<boolean> => {
    const before = latest.current
    const send = (from: ImportJob): Promise<ImportJob> =>
      retryUntilAnswered(() => changeImport(from.id, { ...updater(from.settings), version: from.version }))
    const settle = (answer: ImportJob): void => {
      unsaved.current = unsaved.current.filter((each) => each !== updater)
      applyJob(answer)
    }
    try {
      settle(await send(before))
      return true
    } catch (error) {
      const now = await retryUntilAnswered(() => readImport(before.id)).catch(() => before)
      const isStale = error instanceof ApiProblem && error.status === 409 && now.version !== before.version
      if (isStale) {
        try {
          settle(await send(now))
          notify({
            tone: 'good',
            text: t('This import was changed elsewhere meanwhile'),
            detail: t('Your change was applied on top, and the page shows both.'),
          })
          return true
        } catch (again) {
          notify({ tone: 'bad', text: sentenceOf(again) })
        }
      } else notify({ tone: 'bad', text: sentenceOf(error) })
      settle(now)
      return false
    }
  }
  const runCommand = async (command: ImportCommand): Promise<void> => {
    try {
      applyJob(await retryUntilAnswered(() => runImportCommand(job.id, command)))
    } catch (error) {
      const now = await retryUntilAnswered(() => readImport(job.id)).catch(() => latest.current)
      applyJob(now)
      // The response was lost or another user was faster, and the job is already in the requested state.
      const isAlreadyDone = command === 'cancel' ? !isInProgress(now) : isInProgress(now)
      if (!isAlreadyDone) notify({ tone: 'bad', text: sentenceOf(error) })
    }
  }

  const isWorking = isInProgress(job)
  const poll = async (signal: AbortSignal): Promise<never> => {
    for (let interval = pollIntervals.min; ; interval = Math.min(interval * 1.3, pollIntervals.max)) {
      await sleep(interval, signal)
      const next = await retryUntilAnswered(() => readImport(job.id, signal), signal)
      signal.throwIfAborted()
      applyJob(next)
    }
  }
  useQuery([job.id], poll, {
    enabled: isWorking,
    onError: (error) => notify({ tone: 'bad', text: sentenceOf(error) }),
  })
  useEffect(() => {
    if (!isBusy) return undefined
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isBusy])
  const refreshIfChanged = useEffectEvent(() => {
    // The job may have changed in another tab.
    if (document.visibilityState === 'visible' && !isBusyNow() && !isWorking)
      readImport(job.id).then(
        (now) => {
          const { version, state } = latest.current
          if (now.version !== version || now.state !== state) applyJob(now)
        },
        () => undefined,
      )
  })
  useEffect(() => {
    const onVisible = (): void => refreshIfChanged()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])

  return {
    job,
    matched: matched.header,
    connectionProblem,
    isBusy,
    change: (updater) => {
      unsaved.current.push(updater)
      setJob((now) => applyUpdater(now, updater))
      return enqueue(() => save(updater))
    },
    command: (command) => enqueue(() => runCommand(command)),
    refresh,
  }
}
