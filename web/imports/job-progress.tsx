import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ImportJob } from '#domain/imports/import-job.ts'
import { count, counted, leftInWords, waitingInWords } from './import-words.ts'
import { ProgressBar } from './progress-bar.tsx'

/** The first moments say little about the pace. */
const leastSeconds = 2

/** How far a rehearsal or a run is, and how long it may still take at the pace since one looks on. */
export function JobProgress({ job }: Readonly<{ job: ImportJob }>): ReactNode {
  const { done, of } = job.progress ?? { done: 0, of: job.rowCount }
  const left = useSecondsLeft(done, of)
  const ahead = job.progress?.ahead
  const label = job.state === 'running' ? 'Imported so far' : 'Rehearsed so far'
  if (ahead !== undefined) return <output className="imports-waiting">{waitingInWords(ahead)}</output>
  if (job.state === 'reading')
    return <output className="imports-waiting">{`Reading: ${counted(done, 'row')} so far`}</output>
  return (
    <ProgressBar label={label} share={of > 0 ? done / of : 0}>
      {`${count(done)} of ${counted(of, 'row')}${left === undefined ? '' : `, ${leftInWords(left)}`}`}
    </ProgressBar>
  )
}

function useSecondsLeft(done: number, of: number): number | undefined {
  const began = useRef<{ at: number; done: number }>(null)
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const now = Date.now()
    began.current ??= { at: now, done }
    const seconds = (now - began.current.at) / 1000
    const pace = (done - began.current.done) / seconds
    if (seconds > leastSeconds && pace > 0) setLeft((of - done) / pace)
  }, [done, of])
  return left
}
