import type { ReactNode } from 'react'
import type { ImportJob, ImportStep as Step } from '#domain/imports/import-job.ts'
import { count } from './import-words.ts'

const steps: readonly (readonly [Step, string])[] = [
  ['columns', 'Columns'],
  ['rehearse', 'Rehearse'],
  ['fix', 'Fix'],
  ['import', 'Import'],
]

/** Where an import opens: where somebody was last, as far as there is something to do. */
export function stepOf(job: ImportJob): Step {
  const { state, failure, step, lastReport } = job
  if (state === 'rehearsing') return 'rehearse'
  if (state !== 'read' && state !== 'rehearsed') return 'import'
  // What was stopped on its way says so where it is begun again.
  if (state === 'read' && failure !== null) return 'rehearse'
  if (step !== null && mayOpen(job, step)) return step
  return state === 'rehearsed' || lastReport ? 'rehearse' : 'columns'
}

export function mayOpen({ state, report, rowCount }: ImportJob, step: Step): boolean {
  if (state === 'reading' || rowCount === 0) return false
  // What was loaded is not changed any more, unless it is taken back; what is under way not yet.
  if (state === 'done' || state === 'running') return step === 'import'
  if (state === 'rehearsing') return step === 'rehearse'
  if (step === 'import') return state !== 'read'
  // Rows may be looked at and mended before any rehearsal, but only there it is known which are wrong.
  if (step === 'fix') return rowCount > 0 && (report?.wrong !== 0 || state !== 'rehearsed')
  return true
}

interface StepsProps {
  job: ImportJob
  step: Step
  onChoose: (step: Step) => void
}

/** The way through, each step a button as soon as there is something to do in it. */
export function Steps({ job, step, onChoose }: StepsProps): ReactNode {
  const wrong = job.state === 'rehearsed' ? (job.report?.wrong ?? 0) : 0
  return (
    <nav aria-label="Steps of this import">
      <ol className="imports-steps">
        {steps.map(([name, label], at) => {
          const words = (
            <>
              <span className="imports-number">{at + 1}</span> {label}
              {name === 'fix' && wrong > 0 && ` ${count(wrong)}`}
            </>
          )
          const isCurrent = name === step
          return (
            <li key={name} aria-current={isCurrent ? 'step' : undefined}>
              {!isCurrent && mayOpen(job, name) ? (
                <button type="button" onClick={() => onChoose(name)}>
                  {words}
                </button>
              ) : (
                <span>{words}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
