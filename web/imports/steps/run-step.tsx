import { useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { UndoReport } from '#domain/api/changes/batches.ts'
import { ApiProblem, sentenceOf } from '../../api/api-problem.ts'
import { undoBatch, wrongRowsFile } from '../imports-api.ts'
import { clearOptionsCache } from '../../api/options.ts'
import { useMay } from '../../api/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { goodRows, pluralOf, rowsNoun, describeReport } from '../import-format.ts'
import { describeDuplicates } from '../rows/duplicate-rows.tsx'
import { JobProgress } from '../job-progress.tsx'
import { MappedValues } from '../rows/mapped-values.tsx'
import { NoteList } from '../rows/problem-list.tsx'
import { isTransient, retryDelay } from '../poll-interval.ts'
import type { StepProps } from './step-props.ts'
import { UndoneImport } from '../undone-import.tsx'
import { Link } from '../../ui/link.tsx'
import { RichText } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

export function RunStep(props: StepProps): ReactNode {
  const { handle, canChange } = props
  const { job } = handle
  if (job.state === 'running')
    return (
      <>
        <p>{t('You can leave this page; the import continues.')}</p>
        <JobProgress job={job} />
        {canChange && (
          <p className="form-actions">
            <Button onClick={() => void handle.command('cancel')}>{t('Stop and undo')}</Button>
          </p>
        )}
      </>
    )
  if (job.state === 'rehearsed' || job.state === 'read') return <BeforeRun {...props} />
  if (job.state === 'failed')
    return (
      <>
        <p className="field-problem">{job.failure ?? t('The import stopped. Nothing was imported')}.</p>
        <p className="form-actions">
          {canChange && job.rowCount > 0 && job.rowsUntil !== null && (
            <Button tone="main" busy={handle.isBusy} onClick={() => void handle.command('check')}>
              {t('Check again')}
            </Button>
          )}
          {job.rowCount === 0 && <Link to={`/imports?entity=${job.entity}`}>{t('Upload another file')}</Link>}
        </p>
      </>
    )
  return <AfterRun {...props} />
}

function BeforeRun({ handle, canChange, lastReport: report, goTo }: StepProps): ReactNode {
  const { job, change, command } = handle
  if (!report) return null
  const good = goodRows(report)
  const { wrong } = report
  const run = (): void => {
    const leaveWrong = wrong > 0
    if (job.settings.leaveWrong !== leaveWrong) void change(() => ({ settings: { leaveWrong } }))
    void command('run')
  }
  return (
    <>
      <p>
        {t(
          '{report}. The check ran the real import and undid it, so this is what the import will do. You can undo the import in one step afterwards.',
          { report: describeReport(report) },
        )}
      </p>
      {report.duplicates > 0 && (
        <p className="imports-remark">
          {describeDuplicates(report.duplicates, job.entity, job.masters !== undefined)}.{' '}
          <button type="button" className="link" onClick={() => goTo('rehearse')}>
            {t('See them and choose what to do')}
          </button>
        </p>
      )}
      <MappedValues handle={handle} canChange={canChange} />
      {canChange && (
        <p className="form-actions">
          {good > 0 && (
            <Button tone="main" busy={handle.isBusy} onClick={run}>
              {wrong > 0
                ? t(
                    'Import the {count, plural, one {# good row} other {# good rows}}, leave {wrong, number}',
                    { count: good, wrong },
                  )
                : t(
                    '{count, plural, one {Import the row of {plural}} other {Import all # rows of {plural}}}',
                    { count: good, plural: rowsNoun(job) },
                  )}
            </Button>
          )}
          {wrong > 0 && (
            <Button onClick={() => goTo('fix')}>
              {t('Fix {count, plural, one {# row} other {# rows}} first', { count: wrong })}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

async function downloadWrongRows(id: string, name: string): Promise<void> {
  try {
    saveFile(t('{name} - not imported.csv', { name: name.replace(/\.\w+$/, '') }), await wrongRowsFile(id))
  } catch (error) {
    notify({ tone: 'bad', text: sentenceOf(error) })
  }
}

/** Retries when the response is lost; returns undefined when the earlier request had already undone the batch. */
async function undoChanges(batchId: string): Promise<UndoReport | undefined> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      return await undoBatch(batchId)
    } catch (error) {
      if (isRetry && error instanceof ApiProblem && error.status === 409) return undefined
      if (!isTransient(error)) throw error
      notify({ tone: 'bad', text: sentenceOf(error), detail: t('Retrying until the server answers.') })
      await retryDelay()
    }
  }
}

function AfterRun({ handle, canChange }: StepProps): ReactNode {
  const { job, refresh } = handle
  const may = useMay()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, track } = useBusy()
  const [undone, setUndone] = useState<UndoReport>()
  const entity = entityNamed(job.entity)
  const { report, batchId } = job
  const undo = async (): Promise<void> => {
    if (batchId === null) return
    try {
      setUndone(await undoChanges(batchId))
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error), outlivesDialog: true })
    }
    setConfirming(false)
    clearOptionsCache()
    await refresh().catch((error: unknown) => notify({ tone: 'bad', text: sentenceOf(error) }))
  }
  const changed = (report?.created ?? 0) + (report?.updated ?? 0)
  return (
    <>
      {report && (
        <p className="imports-report">
          {t(job.state === 'undone' ? 'Before the undo: {report}.' : '{report}.', {
            report: describeReport(report),
          })}
        </p>
      )}
      {report && <NoteList notes={report.notes} />}
      {undone && <UndoneImport report={undone} />}
      {job.rowsUntil !== null && <MappedValues handle={handle} canChange={canChange} />}
      {job.state === 'undone' && !undone && (
        <p>
          <RichText
            message="This import was undone. Records changed since the import were left as they are; see <link>bulk changes</link>."
            tags={{ link: (text) => <Link to="/changes">{text}</Link> }}
          />
        </p>
      )}
      <p className="form-actions">
        <Link className="button button-main" to={`/lists/${entity.path}`}>
          {t('See the {plural}', { plural: pluralOf(job.entity) })}
        </Link>
        {report && report.wrong > 0 && job.rowsUntil !== null && (
          <Button onClick={() => void downloadWrongRows(job.id, job.name)}>
            {t(
              '{count, plural, one {Download the row not imported} other {Download the # rows not imported}}',
              { count: report.wrong },
            )}
          </Button>
        )}
        {job.state === 'done' && batchId !== null && changed > 0 && may('update', 'batch') && (
          <Button tone="danger" busy={isBusy} onClick={() => setConfirming(true)}>
            {isBusy ? t('Undoing the import…') : t('Undo this import')}
          </Button>
        )}
        {job.state === 'undone' && canChange && job.rowsUntil !== null && (
          <Button busy={handle.isBusy} onClick={() => void handle.command('check')}>
            {t('Check again')}
          </Button>
        )}
        <Link to={`/imports?entity=${job.entity}`}>{t('Import another file')}</Link>
        <Link to="/changes">{t('Bulk changes')}</Link>
      </p>
      {isConfirming && (
        <Dialog heading={t('Undo this import?')} onClose={() => setConfirming(false)}>
          <p>{describeUndo(report?.created ?? 0, report?.updated ?? 0, rowsNoun(job))}</p>
          <p>{t('Records that were changed or used since are left as they are and listed.')}</p>
          <DialogActions>
            <Button tone="main" busy={isBusy} onClick={() => void track(undo)}>
              {isBusy ? t('Undoing…') : t('Undo import')}
            </Button>
            <Button onClick={() => setConfirming(false)}>{t('Keep it')}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

function describeUndo(created: number, updated: number, plural: string): string {
  const values = { created, updated, plural }
  if (updated === 0) return t('{created, number} new {plural} go to the bin.', values)
  return created === 0
    ? t('{updated, number} changed ones return to their earlier values.', values)
    : t(
        '{created, number} new {plural} go to the bin, and {updated, number} changed ones return to their earlier values.',
        values,
      )
}
