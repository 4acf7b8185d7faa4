import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { describeTimeLeft, describeWaiting } from './import-format.ts'
import { ProgressBar } from './progress-bar.tsx'
import { t } from '#domain/messages/t.ts'

/** Earlier than this the pace is not representative. */
const minSeconds = 2

/** Progress of a check or a run, and the time left at the pace since the page was opened. */
export function JobProgress({ job }: Readonly<{ job: ImportJob }>): ReactNode {
  const { done, of } = job.progress ?? { done: 0, of: job.rowCount }
  const left = useSecondsLeft(done, of)
  const ahead = job.progress?.ahead
  const label = job.state === 'running' ? t('Imported so far') : t('Checked so far')
  if (ahead !== undefined) return <output className="imports-waiting">{describeWaiting(ahead)}</output>
  if (job.state === 'reading')
    return (
      <output className="imports-waiting">
        {t('Reading: {count, plural, one {# row} other {# rows}} so far', { count: done })}
      </output>
    )
  return (
    <ProgressBar label={label} share={of > 0 ? done / of : 0}>
      {left === undefined
        ? t('{done, number} of {count, plural, one {# row} other {# rows}}', { done, count: of })
        : t('{done, number} of {count, plural, one {# row} other {# rows}}, {timeLeft}', {
            done,
            count: of,
            timeLeft: describeTimeLeft(left),
          })}
    </ProgressBar>
  )
}

function useSecondsLeft(done: number, of: number): number | undefined {
  const start = useRef<{ at: number; done: number }>(null)
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const now = Date.now()
    start.current ??= { at: now, done }
    const seconds = (now - start.current.at) / 1000
    const pace = (done - start.current.done) / seconds
    if (seconds > minSeconds && pace > 0) setLeft((of - done) / pace)
  }, [done, of])
  return left
}
