import { useState } from 'react'
import { parseDay } from '#domain/dates/dates.ts'
import type { BalanceReport } from '#domain/api/money/balances.ts'
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
  /** `isComplete`: the rows list all open bills. */
  check: (text: string, day: string, isComplete: boolean) => Promise<void>
  save: () => Promise<void>
  restart: () => void
}

/** Rows sent per request, small enough to show progress. */
const batchSize = 500

export const countToSave = ({ counts }: BalanceReport): number => counts.new + counts.changed

/** Batches of at least so many rows; the bills of a customer are in one, because its balance is their sum. */
function batchesOf(rows: readonly RawBalanceRow[]): RawBalanceRow[][] {
  const batches: RawBalanceRow[][] = [[]]
  const byCustomer = Map.groupBy(rows, ({ Customer_Code, Erp_Code }) =>
    JSON.stringify([Customer_Code, Erp_Code]),
  )
  for (const own of byCustomer.values()) {
    if (batches.at(-1)!.length >= batchSize) batches.push([])
    batches.at(-1)!.push(...own)
  }
  return rows.length === 0 ? [] : batches
}

/** Uploads balances: a dry run first, then the valid rows in batches; after a failure the rest can be sent again. */
export function useBalanceUpload(onSaved: () => void): BalanceUpload {
  const [step, setStep] = useState<Step>({ name: 'choosing' })
  const [problem, setProblem] = useState<BalanceUpload['problem']>()
  const [given, setGiven] = useState<readonly RawBalanceRow[]>([])
  const [isComplete, setComplete] = useState(false)

  const check = async (text: string, dayText: string, complete: boolean): Promise<void> => {
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
      const isAll = complete && file.hasBills
      const report = await sendBalances({ rows: file.rows, asOf: day, isComplete: isAll, dryRun: true })
      setComplete(isAll)
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
    const send = async (
      sent: readonly RawBalanceRow[],
      isAll: boolean,
    ): Promise<BalanceReport['complete']> => {
      const answer = await sendBalances({ rows: sent, isComplete: isAll, dryRun: false })
      for (const row of answer.rows) if (!isAll || row.outcome !== 'same') answers.set(row.line, row)
      return answer.complete
    }
    try {
      let done = 0
      for (const batch of batchesOf(good)) {
        setStep({ name: 'saving', report: step.report, done, all: good.length })
        await send(batch, false)
        done += batch.length
      }
      // What is missing is settled only after everything else is saved.
      const complete = isComplete && step.report.complete?.isAccepted ? await send(given, true) : null
      const counts = { ...step.report.counts }
      for (const name of keysOf(counts))
        counts[name] = [...answers.values()].filter(({ outcome }) => outcome === name).length
      setStep({ name: 'saved', report: { isDryRun: false, counts, rows: [...answers.values()], complete } })
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
