import { formatCount } from '#domain/messages/format-count.ts'
import type { ReactNode } from 'react'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import type { ImportStep as Step } from '#domain/imports/import-job.ts'
import { t } from '#domain/messages/t.ts'

const steps = (): readonly (readonly [Step, string])[] => [
  ['columns', t('Columns')],
  ['rehearse', t('Check')],
  ['fix', t('Fix')],
  ['import', t('Import')],
]

/** The step an import opens at: the stored one, when it can be opened. */
export function stepOf(job: ImportJob): Step {
  const { state, failure, step, lastReport } = job
  if (state === 'rehearsing') return 'rehearse'
  if (state !== 'read' && state !== 'rehearsed') return 'import'
  // A cancelled check shows its failure on the step that starts it again.
  if (state === 'read' && failure !== null) return 'rehearse'
  if (step !== null && canOpen(job, step)) return step
  return state === 'rehearsed' || lastReport ? 'rehearse' : 'columns'
}

export function canOpen({ state, report, rowCount }: ImportJob, step: Step): boolean {
  if (state === 'reading' || rowCount === 0) return false
  // A running or finished import cannot be edited; a finished one only after an undo.
  if (state === 'done' || state === 'running') return step === 'import'
  if (state === 'rehearsing') return step === 'rehearse'
  if (step === 'import') return state !== 'read'
  // Rows can be viewed and fixed before any check, but only a check finds those with problems.
  if (step === 'fix') return rowCount > 0 && (report?.wrong !== 0 || state !== 'rehearsed')
  return true
}

interface StepsProps {
  job: ImportJob
  step: Step
  onChoose: (step: Step) => void
}

/** Step navigation; a step is a button when it can be opened. */
export function Steps({ job, step, onChoose }: StepsProps): ReactNode {
  const wrong = job.state === 'rehearsed' ? (job.report?.wrong ?? 0) : 0
  return (
    <nav aria-label={t('Steps of this import')}>
      <ol className="imports-steps">
        {steps().map(([name, label], at) => {
          const content = (
            <>
              <span className="imports-number">{at + 1}</span> {label}
              {name === 'fix' && wrong > 0 && ` ${formatCount(wrong)}`}
            </>
          )
          const isCurrent = name === step
          return (
            <li key={name} aria-current={isCurrent ? 'step' : undefined}>
              {!isCurrent && canOpen(job, name) ? (
                <button type="button" onClick={() => onChoose(name)}>
                  {content}
                </button>
              ) : (
                <span>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
