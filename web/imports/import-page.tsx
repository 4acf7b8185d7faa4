import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob, ImportStep as Step } from '#domain/imports/import-job.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { readImport, rememberStep } from '../api/imports.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/badges.css'
import '../styles/imports.css'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { ForgetImport } from './forget-import.tsx'
import { counted, outcomeOf, sizeInWords } from './import-words.ts'
import { mayOpen, stepOf, Steps } from './import-steps.tsx'
import { ReadingStep } from './reading-step.tsx'
import { RehearseStep } from './rehearse-step.tsx'
import { RunStep } from './run-step.tsx'
import type { StepProps } from './step-props.ts'
import { isAtWork, useImportJob, type JobDesk } from './use-import-job.ts'

const FixStep = lazy(async () => ({ default: (await import('./fix-step.tsx')).FixStep }))

interface Missing {
  missing: true
}

async function load({ params, request }: LoaderFunctionArgs): Promise<ImportJob | Missing> {
  try {
    return await readImport(params['id'] ?? '', request.signal)
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
        heading="No such import"
        width="narrow"
        lead="There is no import at this address. It may have been deleted; what it loaded stays."
      >
        <p>
          <Link className="button button-main" to="/imports">
            All imports
          </Link>
        </p>
      </Page>
    )
  return <Import key={loaded.id} loaded={loaded} />
}

function Import({ loaded }: Readonly<{ loaded: ImportJob }>): ReactNode {
  const desk = useImportJob(loaded)
  const { job } = desk
  const may = useMay()
  const mayChange = may('update', 'importJob') && may('import', job.entity)
  // Where somebody went by hand; else where the file itself stands.
  const [chosen, setChosen] = useState<{ step: Step; problem?: string } | null>(null)
  const isStarting = chosen?.step === 'import' && desk.isBusy
  const step = chosen && (isStarting || mayOpen(job, chosen.step)) ? chosen.step : stepOf(job)
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = useRef(step)
  // What was clicked has gone with its step: the next one is the next thing to read.
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    heading.current?.focus()
  }, [step])
  const goTo: StepProps['goTo'] = (next, problem) => {
    setChosen({ step: next, ...(problem !== undefined && { problem }) })
    // Should it get lost, the import opens a step earlier or later: nobody need be bothered with it.
    if (mayChange) rememberStep(job.id, next).catch(() => undefined)
  }
  const change: JobDesk['change'] = (how) => {
    // Whatever the change does to the state of the file, one stays where one is at work.
    setChosen((now) => now ?? { step })
    return desk.change(how)
  }
  const lastReport = job.report ?? job.lastReport
  const props: StepProps = { desk: { ...desk, change }, mayChange, lastReport, goTo }
  const { plural } = entityNamed(job.entity)
  return (
    <Page heading={`Import of ${plural}`} lead={<About job={job} />}>
      {step !== 'import' && <Remarks job={job} mayChange={mayChange} />}
      {job.state !== 'reading' && <Steps job={job} step={step} onChoose={goTo} />}
      <output className="imports-trouble">
        {desk.trouble &&
          `${desk.trouble}. What you did here is kept; it goes on as soon as the server answers.`}
      </output>
      <section className="imports-step" aria-labelledby="step">
        <h2 id="step" tabIndex={-1} ref={heading}>
          {job.state === 'reading' ? 'Reading the file' : headings[step](job)}
        </h2>
        {job.state === 'reading' ? (
          <ReadingStep {...props} />
        ) : (
          <>
            {step === 'columns' && <ColumnsStep {...props} />}
            {step === 'rehearse' && <RehearseStep {...props} />}
            <Suspense>{step === 'fix' && <FixStep {...props} problem={chosen?.problem} />}</Suspense>
            {step === 'import' && <RunStep {...props} />}
          </>
        )}
      </section>
      {mayChange && may('delete', 'importJob') && !isAtWork(job) && <ForgetImport job={job} />}
    </Page>
  )
}

const headings: Record<Step, (job: ImportJob) => string> = {
  columns: () => 'What the columns are',
  rehearse: () => 'Rehearsal',
  fix: () => 'Rows with problems',
  import: (job) =>
    job.state === 'rehearsed' || job.state === 'read' ? 'Import' : capital(outcomeOf(job).words),
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

function About({ job }: Readonly<{ job: ImportJob }>): ReactNode {
  const { name, size, rowCount, encoding, sheet, by, at } = job
  const rows = rowCount > 0 && counted(rowCount, 'row')
  const facts = [rows, sizeInWords(size), encoding, sheet && `sheet ${sheet}`]
  return (
    <>
      <strong>{name}</strong>, {facts.filter(Boolean).join(', ')}. Given by {by}, <Moment at={at} />.{' '}
      <RowsKept job={job} />
      <Link className="imports-all" to="/imports">
        All imports
      </Link>
    </>
  )
}

/** Until when its rows can be looked at, mended and downloaded. */
function RowsKept({ job: { rowsUntil, rowCount, state } }: Readonly<{ job: ImportJob }>): ReactNode {
  if (rowCount === 0 || state === 'reading') return null
  return rowsUntil === null ? (
    <>The rows of this file were removed; what was imported stays and can still be undone. </>
  ) : (
    <>
      Its rows are kept until <Moment at={rowsUntil} />.{' '}
    </>
  )
}

/** What should be known about the file before anything is done with it. */
function Remarks({ job, mayChange }: Readonly<{ job: ImportJob; mayChange: boolean }>): ReactNode {
  const { sameFileBefore: before, remarks } = job
  if (!before && remarks.length === 0 && mayChange) return null
  return (
    <ul className="imports-remarks">
      {!mayChange && <li>You can look at this import, and change nothing: your role does not allow it.</li>}
      {before && (
        <li>
          This very file was loaded before:{' '}
          <Link to={`/imports/${before.id}`}>
            on <Moment at={before.at} /> by {before.by}
          </Link>
          , {outcomeOf({ ...job, state: before.state, report: null }).words}.
        </li>
      )}
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}
