import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ImportChange, ImportColumn, ImportJob, ImportSettings } from '#domain/imports/import-job.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { changeImport, commandImport, readImport, type ImportCommand } from '../api/imports.ts'
import { notify } from '../ui/notices.tsx'
import { isPassing, untilWorthTrying } from './patience.ts'

type Change = Omit<ImportChange, 'version'>
type How = (settings: ImportSettings) => Change

/** A file on its way in, and everything that can be done with it. */
export interface JobDesk {
  job: ImportJob
  /** The columns as they were matched when one came here: what differs since is somebody's choice. */
  matched: readonly ImportColumn[]
  /** The connection is lost; what was done here is kept and sent later. */
  trouble: string | undefined
  isBusy: boolean
  /** Shows the change at once and saves it; false when the server refused it, which has been said then. */
  change: (how: How) => Promise<boolean>
  command: (command: ImportCommand) => Promise<void>
  refresh: () => Promise<void>
}

export const isAtWork = ({ state }: ImportJob): boolean =>
  state === 'reading' || state === 'rehearsing' || state === 'running'

const pauses = { first: 300, longest: 1500 } // milliseconds between two looks at how far it is

const shown = (job: ImportJob, how: How): ImportJob => ({
  ...job,
  settings: { ...job.settings, ...how(job.settings).settings },
})

/** Changes go one after the other, each from the version the one before has left. */
export function useImportJob(loaded: ImportJob): JobDesk {
  const [job, setJob] = useState(loaded)
  const [trouble, setTrouble] = useState<string>()
  const [waiting, setWaiting] = useState(0)
  const [matched, setMatched] = useState(loaded)
  if (job.sheet !== matched.sheet) setMatched(job)
  const latest = useRef(loaded)
  const unsaved = useRef<How[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const controller = (leaving.current = new AbortController())
    return () => controller.abort()
  }, [])

  const take = (next: ImportJob): void => {
    latest.current = next
    // What was chosen since stays chosen while the answer to what was chosen before comes in.
    setJob(unsaved.current.reduce(shown, next))
  }
  /** Tries until there is an answer. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        const answer = await work()
        setTrouble(undefined)
        return answer
      } catch (error) {
        const signal = leaving.current!.signal
        if (!isPassing(error) || signal.aborted) throw error
        setTrouble(sentenceOf(error))
        await untilWorthTrying(signal)
      }
    }
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    setWaiting((now) => now + 1)
    const turn = queue.current.then(work).finally(() => setWaiting((now) => now - 1))
    queue.current = turn.catch(() => undefined)
    return turn
  }
  const refresh = async (): Promise<void> => take(await insist(() => readImport(job.id)))

  const save = async (how: How): Promise<boolean> => {
    const before = latest.current
    const send = (from: ImportJob): Promise<ImportJob> =>
      insist(() => changeImport(from.id, { ...how(from.settings), version: from.version }))
    const settle = (answer: ImportJob): void => {
      unsaved.current = unsaved.current.filter((each) => each !== how)
      take(answer)
    }
    try {
      settle(await send(before))
      return true
    } catch (error) {
      const now = await insist(() => readImport(before.id)).catch(() => before)
      const isStale = error instanceof ApiProblem && error.status === 409 && now.version !== before.version
      if (isStale) {
        try {
          settle(await send(now))
          notify({
            tone: 'good',
            text: 'This import was changed elsewhere meanwhile',
            detail: 'Your change was made on top of that, and the page shows both.',
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
  const order = async (command: ImportCommand): Promise<void> => {
    try {
      take(await insist(() => commandImport(job.id, command)))
    } catch (error) {
      const now = await insist(() => readImport(job.id)).catch(() => latest.current)
      take(now)
      // An answer that was lost, or somebody else who was faster: it is as it was wanted.
      const isAsWanted = command === 'cancel' ? !isAtWork(now) : isAtWork(now)
      if (!isAsWanted) notify({ tone: 'bad', text: sentenceOf(error) })
    }
  }

  const look = useEffectEvent(async (signal: AbortSignal) => {
    const next = await insist(() => readImport(job.id, signal))
    if (!signal.aborted) take(next)
  })
  const isWorking = isAtWork(job)
  useEffect(() => {
    if (!isWorking) return undefined
    const controller = new AbortController()
    const { signal } = controller
    let pause = pauses.first
    const again = (): void => {
      pause = Math.min(pause * 1.3, pauses.longest)
      timer = window.setTimeout(watch, pause)
    }
    const watch = (): void => {
      look(signal).then(again, (error: unknown) => {
        if (!signal.aborted) notify({ tone: 'bad', text: sentenceOf(error) })
      })
    }
    let timer = window.setTimeout(watch, pause)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [isWorking])
  const isUnsaved = waiting > 0
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  const comeBack = useEffectEvent(() => {
    // Something may have happened in another tab.
    if (document.visibilityState === 'visible' && waiting === 0 && !isWorking)
      readImport(job.id).then(
        (now) => {
          const { version, state } = latest.current
          if (now.version !== version || now.state !== state) take(now)
        },
        () => undefined,
      )
  })
  useEffect(() => {
    const onVisible = (): void => comeBack()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])

  return {
    job,
    matched: matched.header,
    trouble,
    isBusy: waiting > 0,
    change: (how) => {
      unsaved.current.push(how)
      setJob((now) => shown(now, how))
      return inTurn(() => save(how))
    },
    command: (command) => inTurn(() => order(command)),
    refresh,
  }
}
