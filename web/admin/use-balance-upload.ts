import { useState } from 'react'
import { parseDay } from '#domain/dates.ts'
import type { BalanceReport } from '#domain/visits/balance.ts'
import { readBalanceFile, type GivenBalance } from '#domain/visits/balance-file.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { sendBalances } from '../api/balances.ts'

export type Step =
  | { name: 'choosing' }
  | { name: 'checking' }
  | { name: 'checked'; report: BalanceReport; isStopped?: boolean }
  | { name: 'saving'; report: BalanceReport; done: number; all: number }
  | { name: 'saved'; report: BalanceReport }

interface BalanceUpload {
  step: Step
  given: readonly GivenBalance[]
  /** What is wrong, and with what: the rows, the day, or the way there. */
  problem: { about: 'rows' | 'day' | 'server'; sentence: string } | undefined
  check: (text: string, day: string) => Promise<void>
  save: () => Promise<void>
  startAgain: () => void
}

/** Rows sent at once while saving, so that one sees how far it is. */
const part = 500

export const toSave = ({ counts }: BalanceReport): number => counts.new + counts.changed

/** First a trial, then what it found good, part by part. Stopped on the way, the rest can be sent again. */
export function useBalanceUpload(onSaved: () => void): BalanceUpload {
  const [step, setStep] = useState<Step>({ name: 'choosing' })
  const [problem, setProblem] = useState<BalanceUpload['problem']>()
  const [given, setGiven] = useState<readonly GivenBalance[]>([])

  const check = async (text: string, dayText: string): Promise<void> => {
    const file = readBalanceFile(text)
    if (file.problem) return setProblem({ about: 'rows', sentence: file.problem })
    const day = dayText.trim() === '' ? undefined : parseDay(dayText.trim())
    if (dayText.trim() !== '' && !day)
      return setProblem({ about: 'day', sentence: 'As Of should be a date like 31/12/2026' })
    if (!file.hasDays && !day) {
      const sentence = 'The rows do not say of which day they are: say it here'
      return setProblem({ about: 'day', sentence })
    }
    setProblem(undefined)
    setStep({ name: 'checking' })
    try {
      const report = await sendBalances(file.rows, day, true)
      // With the day that was said beside them, so that what is not taken carries it along.
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
    const isGood = ({ line }: GivenBalance): boolean =>
      /^(new|changed)$/.test(answers.get(line)?.outcome ?? '')
    const good = given.filter(isGood)
    setProblem(undefined)
    try {
      for (let done = 0; done < good.length; done += part) {
        setStep({ name: 'saving', report: step.report, done, all: good.length })
        const answer = await sendBalances(good.slice(done, done + part), undefined, false)
        for (const row of answer.rows) answers.set(row.line, row)
      }
      const counts = { ...step.report.counts }
      for (const name of Object.keys(counts) as (keyof typeof counts)[])
        counts[name] = [...answers.values()].filter(({ outcome }) => outcome === name).length
      setStep({ name: 'saved', report: { isTrial: false, counts, rows: [...answers.values()] } })
    } catch (error) {
      setStep({ ...step, isStopped: true })
      setProblem({ about: 'server', sentence: sentenceOf(error) })
    }
    onSaved()
  }

  const startAgain = (): void => {
    setProblem(undefined)
    setStep({ name: 'choosing' })
  }
  return { step, given, problem, check, save, startAgain }
}
