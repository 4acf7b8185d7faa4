import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DuplicateRows } from '../rows/duplicate-rows.tsx'
import { goodRows, describeReport } from '../import-format.ts'
import { JobProgress } from '../job-progress.tsx'
import { MappedValues } from '../rows/mapped-values.tsx'
import { NoteList, ProblemList } from '../rows/problem-list.tsx'
import type { StepProps } from './step-props.ts'
import { UnknownReferences, useUnknown } from '../rows/unknown-references.tsx'
import { RichText } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

/** A dry run is the real import rolled back at its end, so its report is what the import will do. */
export function CheckStep(props: StepProps): ReactNode {
  const { handle, canChange, lastReport: report, goTo } = props
  const { job, command } = handle
  if (job.state === 'rehearsing')
    return (
      <>
        <p>{t('Every row is tried, and nothing is saved. You can leave this page; the check continues.')}</p>
        <JobProgress job={job} />
        {canChange && (
          <p className="form-actions">
            <Button onClick={() => void command('cancel')}>{t('Stop')}</Button>
          </p>
        )}
      </>
    )
  const failure = job.failure && <p className="field-problem">{job.failure}.</p>
  const isFresh = job.state === 'rehearsed'
  const checkButton = canChange && (
    <Button tone={isFresh ? 'plain' : 'main'} busy={handle.isBusy} onClick={() => void command('check')}>
      {report ? t('Check again') : t('Check')}
    </Button>
  )
  if (!report)
    return (
      <>
        <p>{t('Nothing is saved: every row is imported, checked and undone, and you see the result.')}</p>
        {failure}
        <p className="form-actions">{checkButton}</p>
      </>
    )
  const good = goodRows(report)
  return (
    <>
      {failure}
      <p className="imports-report">
        <RichText
          message={
            isFresh ? '<strong>{report}</strong>.' : 'Before your last changes: <strong>{report}</strong>.'
          }
          values={{ report: describeReport(report) }}
          tags={{ strong: (text) => <strong>{text}</strong> }}
        />
      </p>
      <Findings {...props} />
      <p className="form-actions">
        {isFresh && report.wrong > 0 && (
          <Button tone="main" onClick={() => goTo('fix')}>
            {t(
              canChange
                ? 'Fix {count, plural, one {# row} other {# rows}}'
                : 'See {count, plural, one {# row} other {# rows}}',
              { count: report.wrong },
            )}
          </Button>
        )}
        {isFresh && canChange && good > 0 && (
          <Button tone={report.wrong > 0 ? 'plain' : 'main'} onClick={() => goTo('import')}>
            {report.wrong > 0
              ? t('Continue with the {count, plural, one {# good row} other {# good rows}}', { count: good })
              : t('Continue')}
          </Button>
        )}
        {checkButton}
      </p>
    </>
  )
}

/** Results of the check: unknown values, mapped values, former codes, rows that look like existing records, and problems. */
function Findings(props: StepProps): ReactNode {
  const { handle, canChange, sheetReport: report, goTo } = props
  const unknowns = useUnknown(handle)
  const isFresh = handle.job.state === 'rehearsed'
  return (
    <>
      {report && report.wrong > 0 && (
        <UnknownReferences handle={handle} canChange={canChange} unknowns={unknowns} />
      )}
      <MappedValues handle={handle} canChange={canChange} exclude={unknowns.list} />
      <DuplicateRows {...props} />
      {report && <NoteList notes={report.notes} />}
      {report && report.wrong > 0 && (
        <ProblemList
          problems={report.problems}
          onShow={isFresh ? (problem) => goTo('fix', problem) : undefined}
        />
      )}
    </>
  )
}
