import { useState } from 'react'
import { parseDay } from '#domain/dates/dates.ts'
import type { BalanceReport } from '#domain/api/visits/balances.ts'
import { readBalanceFile, type RawBalanceRow } from '#domain/balances/balance-file.ts'
import { keysOf } from '#domain/keys-of.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { sendBalances } from './balances-api.ts'
import { t } from '#domain/messages/t.ts'

export type Step =
  | { name: 'choosing' }
  | { name: 'checking' }
  | { name: 'checked'; report: BalanceReport; isStopped?: boolean }
  | { name: 'saving'; report: BalanceReport; done: number; all: number }
  | { name: 'saved'; report: BalanceReport }

interface BalanceUpload {
  step: Step
  given: readonly RawBalanceRow[]
  /** The current problem, and whether it is about the rows, the day or the request. */
  problem: { about: 'rows' | 'day' | 'server'; sentence: string } | undefined
  check: (text: string, day: string) => Promise<void>
  save: () => Promise<void>
  restart: () => void
}

/** Rows sent per request, small enough to show progress. */
const batchSize = 500

export const countToSave = ({ counts }: BalanceReport): number => counts.new + counts.changed

/** Uploads balances: a dry run first, then the valid rows in batches; after a failure the rest can be sent again. */
export function useBalanceUpload(onSaved: () => void): BalanceUpload {
  const [step, setStep] = useState<Step>({ name: 'choosing' })
  const [problem, setProblem] = useState<BalanceUpload['problem']>()
  const [given, setGiven] = useState<readonly RawBalanceRow[]>([])

  const check = async (text: string, dayText: string): Promise<void> => {
    const file = readBalanceFile(text)
    if (file.problem) return setProblem({ about: 'rows', sentence: file.problem })
    const day = dayText.trim() === '' ? undefined : parseDay(dayText.trim())
    if (dayText.trim() !== '' && !day)
      return setProblem({ about: 'day', sentence: t('As Of should be a date like 31/12/2026') })
    if (!file.hasDays && !day) {
      const sentence = t('The rows have no date. Enter it here')
      return setProblem({ about: 'day', sentence })
    }
    setProblem(undefined)
    setStep({ name: 'checking' })
    try {
      const report = await sendBalances(file.rows, day, true)
      // Adds the entered day to each row, so that the download of rejected rows contains it.
      setGiven(file.rows.map((row) => (row.As_Of || !day ? row : { ...row, As_Of: day })))
      setStep({ name: 'checked', report })
    } catch (error) {
      setStep({ name: 'choosing' })
      setProblem({ about: 'server', sentence: sentenceOf(error) })
    }
  }

  const save = async (): Promise<void> => {
    if (step.name !== 'checked') return
    const { rows } = step.report
    const answers = new Map(rows.map((row) => [row.line, row]))
    const isGood = ({ line }: RawBalanceRow): boolean =>
      /^(new|changed)$/.test(answers.get(line)?.outcome ?? '')
    const good = given.filter(isGood)
    setProblem(undefined)
    try {
      for (let done = 0; done < good.length; done += batchSize) {
        setStep({ name: 'saving', report: step.report, done, all: good.length })
        const answer = await sendBalances(good.slice(done, done + batchSize), undefined, false)
        for (const row of answer.rows) answers.set(row.line, row)
      }
      const counts = { ...step.report.counts }
      for (const name of keysOf(counts))
        counts[name] = [...answers.values()].filter(({ outcome }) => outcome === name).length
      setStep({ name: 'saved', report: { isDryRun: false, counts, rows: [...answers.values()] } })
    } catch (error) {
      setStep({ ...step, isStopped: true })
      setProblem({ about: 'server', sentence: sentenceOf(error) })
    }
    onSaved()
  }

  const restart = (): void => {
    setProblem(undefined)
    setStep({ name: 'choosing' })
  }
  return { step, given, problem, check, save, restart }
}
