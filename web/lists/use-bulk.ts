import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { changeAtOnce, rehearse, type BulkReport, type BulkWork } from '../api/lists.ts'
import { attemptInMemory, SavedBefore, submitOnce } from '../api/submit-once.ts'
import { notify } from '../ui/notices.tsx'
import { leftInWords, takeBack } from './take-back.ts'

interface Bulk {
  /** What will happen, once it was tried. */
  rehearsed: { work: BulkWork; report: BulkReport } | null
  problem: string
  isBusy: boolean
  tryIt: (work: BulkWork) => Promise<void>
  /** True when it is done. */
  doIt: (words: (report: BulkReport) => string) => Promise<boolean>
  reset: () => void
}

/** First the rehearsal, which is the very work rolled back; then the work, with a way back. */
export function useBulk(entity: Entity): Bulk {
  const [rehearsed, setRehearsed] = useState<Bulk['rehearsed']>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const [attempt] = useState(attemptInMemory)
  const guarded = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    notify(null)
    setProblem('')
    setBusy(true)
    try {
      return await run()
    } catch (error) {
      setProblem(sentenceOf(error))
      if (error instanceof SavedBefore) {
        // The records are no longer what the rehearsal was about.
        setRehearsed(null)
        await revalidate()
      }
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    rehearsed,
    problem,
    isBusy,
    tryIt: async (work) => {
      const report = await guarded(() => rehearse(entity, work))
      setRehearsed(report ? { work, report } : null)
    },
    doIt: async (words) => {
      if (!rehearsed) return false
      const { work } = rehearsed
      const send = (body: BulkWork, key: string): Promise<BulkReport> => changeAtOnce(entity, body, key)
      const report = await guarded(() => submitOnce({ attempt, typed: work, body: () => work, send }))
      if (!report) return false
      const refresh = async (): Promise<void> => revalidate()
      const { batch } = report
      notify({
        tone: 'good',
        text: words(report),
        detail: leftInWords(report),
        ...(batch && { action: { label: 'Undo', run: () => void takeBack(batch.id, refresh) } }),
      })
      await refresh()
      return true
    },
    reset: () => {
      setRehearsed(null)
      setProblem('')
    },
  }
}
