import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { UndoReport } from '#domain/batches.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { undoBatch, wrongRowsFile } from '../api/imports.ts'
import { forgetOptions } from '../api/options.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { saveFile } from '../ui/save-file.ts'
import { count, counted, goodRows, pluralOf, reportInWords } from './import-words.ts'
import { duplicatesInWords } from './duplicate-rows.tsx'
import { JobProgress } from './job-progress.tsx'
import { MappedValues } from './mapped-values.tsx'
import { isPassing, untilWorthTrying } from './patience.ts'
import type { StepProps } from './step-props.ts'
import { TakenBack } from './taken-back.tsx'

export function RunStep(props: StepProps): ReactNode {
  const { desk, mayChange } = props
  const { job } = desk
  if (job.state === 'running')
    return (
      <>
        <p>You may leave this page; the import goes on.</p>
        <JobProgress job={job} />
        {mayChange && (
          <p className="form-actions">
            <Button onClick={() => void desk.command('cancel')}>Stop and take back what was done</Button>
          </p>
        )}
      </>
    )
  if (job.state === 'rehearsed' || job.state === 'read') return <BeforeRun {...props} />
  if (job.state === 'failed')
    return (
      <>
        <p className="field-problem">{job.failure ?? 'The import stopped. Nothing of the file was kept'}.</p>
        <p className="form-actions">
          {mayChange && job.rowCount > 0 && job.rowsUntil !== null && (
            <Button tone="main" busy={desk.isBusy} onClick={() => void desk.command('rehearse')}>
              Rehearse again
            </Button>
          )}
          {job.rowCount === 0 && <Link to={`/imports?entity=${job.entity}`}>Send another file</Link>}
        </p>
      </>
    )
  return <AfterRun {...props} />
}

function BeforeRun({ desk, mayChange, lastReport: report, goTo }: StepProps): ReactNode {
  const { job, change, command } = desk
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
        {reportInWords(report)}. The rehearsal was the real import, taken back: this is what it will do. It
        can be taken back as a whole afterwards.
      </p>
      {report.duplicates > 0 && (
        <p className="imports-remark">
          {duplicatesInWords(report.duplicates, job.entity)}.{' '}
          <button type="button" className="link" onClick={() => goTo('rehearse')}>
            See them and choose what to do
          </button>
        </p>
      )}
      <MappedValues desk={desk} mayChange={mayChange} />
      {mayChange && (
        <p className="form-actions">
          {good > 0 && (
            <Button tone="main" busy={desk.isBusy} onClick={run}>
              {wrong > 0
                ? `Import the ${counted(good, 'good row')}, leave ${count(wrong)}`
                : `Import ${good === 1 ? 'the row' : `all ${counted(good, 'row')}`} of ${pluralOf(job.entity)}`}
            </Button>
          )}
          {wrong > 0 && <Button onClick={() => goTo('fix')}>Fix {counted(wrong, 'row')} first</Button>}
        </p>
      )}
    </>
  )
}

async function giveWrongRows(id: string, name: string): Promise<void> {
  try {
    saveFile(`${name.replace(/\.\w+$/, '')} - not imported.csv`, await wrongRowsFile(id))
  } catch (error) {
    notify({ tone: 'bad', text: sentenceOf(error) })
  }
}

/** When the answer is lost it is asked for again; undefined when it had been taken back by then. */
async function takeBack(batchId: string): Promise<UndoReport | undefined> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await undoBatch(batchId)
    } catch (error) {
      if (isAgain && error instanceof ApiProblem && error.status === 409) return undefined
      if (!isPassing(error)) throw error
      notify({ tone: 'bad', text: sentenceOf(error), detail: 'It is tried again until the server answers.' })
      await untilWorthTrying()
    }
  }
}

function AfterRun({ desk, mayChange }: StepProps): ReactNode {
  const { job, refresh } = desk
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [undone, setUndone] = useState<UndoReport>()
  const entity = entityNamed(job.entity)
  const { report, batchId } = job
  const undo = async (): Promise<void> => {
    if (batchId === null) return
    setBusy(true)
    try {
      setUndone(await takeBack(batchId))
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error), outlivesDialog: true })
    }
    setAsking(false)
    forgetOptions()
    await refresh().catch((error: unknown) => notify({ tone: 'bad', text: sentenceOf(error) }))
    setBusy(false)
  }
  const changed = (report?.created ?? 0) + (report?.updated ?? 0)
  return (
    <>
      {report && (
        <p className="imports-report">
          {job.state === 'undone' && 'Before that: '}
          {reportInWords(report)}.
        </p>
      )}
      {undone && <TakenBack report={undone} />}
      {job.rowsUntil !== null && <MappedValues desk={desk} mayChange={mayChange} />}
      {job.state === 'undone' && !undone && (
        <p>
          It was taken back. What others had changed since stayed as it was;{' '}
          <Link to="/changes">changes</Link> tells more.
        </p>
      )}
      <p className="form-actions">
        <Link className="button button-main" to={`/lists/${entity.path}`}>
          See the {pluralOf(job.entity)}
        </Link>
        {report && report.wrong > 0 && job.rowsUntil !== null && (
          <Button onClick={() => void giveWrongRows(job.id, job.name)}>
            Download {report.wrong === 1 ? 'the row' : `the ${count(report.wrong)} rows`} not imported
          </Button>
        )}
        {job.state === 'done' && batchId !== null && changed > 0 && may('update', 'batch') && (
          <Button tone="danger" busy={isBusy} onClick={() => setAsking(true)}>
            {isBusy ? 'Taking the import back…' : 'Take the import back'}
          </Button>
        )}
        {job.state === 'undone' && mayChange && job.rowsUntil !== null && (
          <Button busy={desk.isBusy} onClick={() => void desk.command('rehearse')}>
            Rehearse it again
          </Button>
        )}
        <Link to={`/imports?entity=${job.entity}`}>Another file</Link>
        <Link to="/changes">Changes</Link>
      </p>
      {isAsking && (
        <Dialog heading="Take the import back?" onClose={() => setAsking(false)}>
          <p>{takingBackInWords(report?.created ?? 0, report?.updated ?? 0, pluralOf(job.entity))}</p>
          <p>What somebody changed since, or uses already, is left as it is and named to you.</p>
          <p className="form-actions">
            <Button tone="main" busy={isBusy} onClick={() => void undo()}>
              {isBusy ? 'Taking back…' : 'Take it back'}
            </Button>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
          </p>
        </Dialog>
      )}
    </>
  )
}

function takingBackInWords(created: number, updated: number, plural: string): string {
  const parts = [
    created > 0 && `${count(created)} new ${plural} go to the bin`,
    updated > 0 && `${count(updated)} changed ones become as they were before`,
  ]
  return `${parts.filter(Boolean).join(', and ')}.`
}
