import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import type { ImportStep as Step } from '#domain/imports/import-job.ts'
import { displayTimeZone } from '#domain/dates/firm-zone.ts'
import { formatInstant } from '#domain/dates/moments.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { readImport, rememberStep } from './imports-api.ts'
import { useMay } from '../api/use-may.ts'
import '../ui/badges.css'
import './imports.css'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { DeleteImport } from './delete-import.tsx'
import { countRows, outcomeOf, formatSize } from './import-format.ts'
import { canOpen, stepOf, Steps } from './steps/import-steps.tsx'
import { ReadingStep } from './steps/reading-step.tsx'
import type { StepProps } from './steps/step-props.ts'
import { isInProgress, useImportJob, type ImportJobHandle } from './use-import-job.ts'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

const SheetMasters = deferredPart(async () => (await import('./steps/sheet-masters.tsx')).SheetMasters)
const ColumnsStep = deferredPart(async () => (await import('./steps/columns-step.tsx')).ColumnsStep)
const CheckStep = deferredPart(async () => (await import('./steps/check-step.tsx')).CheckStep)
const RunStep = deferredPart(async () => (await import('./steps/run-step.tsx')).RunStep)
const FixStep = deferredPart(async () => (await import('./steps/fix-step.tsx')).FixStep)

interface Missing {
  missing: true
}

async function load({ params: { id = '' }, request }: LoaderFunctionArgs): Promise<ImportJob | Missing> {
  try {
    // An import opens at its columns most often; what is below them would move if they came later.
    const [job] = await Promise.all([readImport(id, request.signal), ColumnsStep.preload()])
    return job
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return { missing: true }
    throw error
  }
}

export const importRoute: Pick<RouteObject, 'element' | 'loader'> = { element: <ImportPage />, loader: load }

function ImportPage(): ReactNode {
  const loaded = useLoaderData<ImportJob | Missing>()
  if ('missing' in loaded)
    return (
      <Page
        heading={t('No such import')}
        width="narrow"
        lead={t('It may have been deleted; the records it imported stay.')}
      >
        <p>
          <Link className="button button-main" to="/imports">
            {t('All imports')}
          </Link>
        </p>
      </Page>
    )
  return <Import key={loaded.id} loaded={loaded} />
}

function Import({ loaded }: Readonly<{ loaded: ImportJob }>): ReactNode {
  const handle = useImportJob(loaded)
  const { job } = handle
  const may = useMay()
  const canChange = may('update', 'importJob') && may('import', job.entity)
  // The step the user chose; null follows the state of the job.
  const [chosen, setChosen] = useState<{ step: Step; problem?: string } | null>(null)
  const isStarting = chosen?.step === 'import' && handle.isBusy
  const step = chosen && (isStarting || canOpen(job, chosen.step)) ? chosen.step : stepOf(job)
  const heading = useRef<HTMLHeadingElement>(null)
  const previousStep = useRef(step)
  // The clicked button is removed with its step, so focus moves to the heading of the next one.
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    heading.current?.focus()
  }, [step])
  const goTo: StepProps['goTo'] = (next, problem) => {
    setChosen({ step: next, ...(problem !== undefined && { problem }) })
    // A failure only means that the import opens at another step, so it is not reported.
    if (canChange) rememberStep(job.id, next).catch(() => undefined)
  }
  const change: ImportJobHandle['change'] = (updater) => {
    // A change may alter the state of the job; the user stays on the current step.
    setChosen((now) => now ?? { step })
    return handle.change(updater)
  }
  const lastReport = job.report ?? job.lastReport
  const shown = job.masters?.find(({ sheet }) => sheet === job.sheet)
  const sheetReport = job.masters ? (shown?.report ?? null) : lastReport
  const props: StepProps = { handle: { ...handle, change }, canChange, lastReport, sheetReport, goTo }
  const { plural } = entityNamed(job.entity)
  // Where each sheet has its own master, every sheet has its own rows and settings.
  const key = job.masters && job.sheet
  return (
    <Page
      heading={job.masters ? t('Import of several masters') : t('Import of {plural}', { plural: t(plural) })}
      lead={<ImportSummary job={job} />}
    >
      {step !== 'import' && <Remarks job={job} canChange={canChange} />}
      {job.state !== 'reading' && <Steps job={job} step={step} onChoose={goTo} />}
      <output className="imports-connection">
        {handle.connectionProblem &&
          t('{connectionProblem}. Your changes are not lost: they are sent as soon as the server answers.', {
            connectionProblem: handle.connectionProblem,
          })}
      </output>
      <section className="imports-step" aria-labelledby="step">
        <h2 id="step" tabIndex={-1} ref={heading}>
          {job.state === 'reading' ? t('Reading the file') : headings[step](job)}
        </h2>
        {job.state === 'reading' ? (
          <ReadingStep {...props} />
        ) : (
          <Suspense>
            {job.masters && <SheetMasters {...props} />}
            {step === 'columns' && shown?.entity !== null && <ColumnsStep key={key} {...props} />}
            {step === 'rehearse' && <CheckStep key={key} {...props} />}
            {step === 'fix' && <FixStep key={key} {...props} problem={chosen?.problem} />}
            {step === 'import' && <RunStep {...props} />}
          </Suspense>
        )}
      </section>
      {canChange && may('delete', 'importJob') && !isInProgress(job) && <DeleteImport job={job} />}
    </Page>
  )
}

const headings: Record<Step, (job: ImportJob) => string> = {
  columns: () => t('Match columns'),
  rehearse: () => t('Check results'),
  fix: () => t('Rows with problems'),
  import: (job) =>
    job.state === 'rehearsed' || job.state === 'read' ? t('Import') : capitalize(outcomeOf(job).label),
}

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function ImportSummary({ job }: Readonly<{ job: ImportJob }>): ReactNode {
  const { name, size, rowCount, encoding, sheet, by, at } = job
  const rows = rowCount > 0 && countRows(rowCount)
  const facts = [rows, formatSize(size), encoding, sheet && t('sheet {sheet}', { sheet })]
  return (
    <>
      <RichText
        message="<strong>{name}</strong>, {facts}. Uploaded by {by}, <moment></moment>."
        values={{ name, facts: facts.filter(Boolean).join(', '), by }}
        tags={{ strong: (text) => <strong>{text}</strong>, moment: () => <Moment at={at} /> }}
      />{' '}
      <RowsRetention job={job} />
      <Link className="imports-all" to="/imports">
        {t('All imports')}
      </Link>
    </>
  )
}

/** Until when the rows can be viewed, fixed and downloaded. */
function RowsRetention({ job: { rowsUntil, rowCount, state } }: Readonly<{ job: ImportJob }>): ReactNode {
  if (rowCount === 0 || state === 'reading') return null
  return rowsUntil === null ? (
    <>{t('The rows of this file were removed; what was imported stays and can still be undone.')} </>
  ) : (
    <>
      <RichText
        message="Its rows are kept until <moment></moment>."
        tags={{ moment: () => <Moment at={rowsUntil} /> }}
      />{' '}
    </>
  )
}

/** Warnings about the file: read-only access, the same file uploaded before, remarks of the server. */
function Remarks({ job, canChange }: Readonly<{ job: ImportJob; canChange: boolean }>): ReactNode {
  const { sameFileBefore: before, remarks } = job
  if (!before && remarks.length === 0 && canChange) return null
  return (
    <ul className="imports-remarks">
      {!canChange && <li>{t('You can view this import but not change it: your role does not allow it.')}</li>}
      {before && (
        <li>
          <RichText
            message="This file was uploaded before: <link>on {at} by {by}</link>, {outcome}."
            values={{
              at: formatInstant(before.at, displayTimeZone()),
              by: before.by,
              outcome: outcomeOf({ ...job, state: before.state, report: null }).label,
            }}
            tags={{ link: (text) => <Link to={`/imports/${before.id}`}>{text}</Link> }}
          />
        </li>
      )}
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}
