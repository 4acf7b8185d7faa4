import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { DuplicateRows } from './duplicate-rows.tsx'
import { counted, goodRows, reportInWords } from './import-words.ts'
import { JobProgress } from './job-progress.tsx'
import { MappedValues } from './mapped-values.tsx'
import { ProblemList } from './problem-list.tsx'
import type { StepProps } from './step-props.ts'
import { UnknownReferences, useUnknown } from './unknown-references.tsx'

/** The real import, taken back at its end: what it says is what the import will do. */
export function RehearseStep(props: StepProps): ReactNode {
  const { desk, mayChange, lastReport: report, goTo } = props
  const { job, command } = desk
  if (job.state === 'rehearsing')
    return (
      <>
        <p>Every row is imported, checked and taken back. You may leave this page; it goes on.</p>
        <JobProgress job={job} />
        {mayChange && (
          <p className="form-actions">
            <Button onClick={() => void command('cancel')}>Stop</Button>
          </p>
        )}
      </>
    )
  const failure = job.failure && <p className="field-problem">{job.failure}.</p>
  const isFresh = job.state === 'rehearsed'
  const rehearse = mayChange && (
    <Button tone={isFresh ? 'plain' : 'main'} busy={desk.isBusy} onClick={() => void command('rehearse')}>
      {report ? 'Rehearse again' : 'Rehearse'}
    </Button>
  )
  if (!report)
    return (
      <>
        <p>Nothing is saved: every row is imported, checked and taken back, and you see what became of it.</p>
        {failure}
        <p className="form-actions">{rehearse}</p>
      </>
    )
  const good = goodRows(report)
  return (
    <>
      {failure}
      <p className="imports-report">
        {!isFresh && 'Before your last changes: '}
        <strong>{reportInWords(report)}</strong>.
      </p>
      <Findings {...props} />
      <p className="form-actions">
        {isFresh && report.wrong > 0 && (
          <Button tone="main" onClick={() => goTo('fix')}>
            {mayChange ? 'Fix' : 'See'} {counted(report.wrong, 'row')}
          </Button>
        )}
        {isFresh && mayChange && good > 0 && (
          <Button tone={report.wrong > 0 ? 'plain' : 'main'} onClick={() => goTo('import')}>
            {report.wrong > 0 ? `Go on with the ${counted(good, 'good row')}` : 'Go on'}
          </Button>
        )}
        {rehearse}
      </p>
    </>
  )
}

/** What the check found: values to be given a meaning, and those that have one; rows that exist already; problems. */
function Findings(props: StepProps): ReactNode {
  const { desk, mayChange, lastReport: report, goTo } = props
  const unknowns = useUnknown(desk)
  const isFresh = desk.job.state === 'rehearsed'
  return (
    <>
      {report && report.wrong > 0 && (
        <UnknownReferences desk={desk} mayChange={mayChange} unknowns={unknowns} />
      )}
      <MappedValues desk={desk} mayChange={mayChange} besides={unknowns.list} />
      <DuplicateRows {...props} />
      {report && report.wrong > 0 && (
        <ProblemList
          problems={report.problems}
          onShow={isFresh ? (problem) => goTo('fix', problem) : undefined}
        />
      )}
    </>
  )
}
