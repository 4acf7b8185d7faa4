import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob, ImportReport } from '#domain/imports/import-job.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { readImport } from '../api/imports.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/badges.css'
import '../styles/imports.css'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FixStep } from './fix-step.tsx'
import { ForgetImport } from './forget-import.tsx'
import { counted, outcomeOf, sizeInWords } from './import-words.ts'
import { mayOpen, stepOf, Steps, type Step } from './import-steps.tsx'
import { RehearseStep } from './rehearse-step.tsx'
import { RunStep } from './run-step.tsx'
import type { StepProps } from './step-props.ts'
import { isAtWork, useImportJob, type JobDesk } from './use-import-job.ts'

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
  const goTo: StepProps['goTo'] = (next, problem) =>
    setChosen({ step: next, ...(problem !== undefined && { problem }) })
  const change: JobDesk['change'] = (how) => {
    // Whatever the change does to the state of the file, one stays where one is at work.
    setChosen((now) => now ?? { step })
    return desk.change(how)
  }
  const lastReport = useLastReport(job)
  const props: StepProps = { desk: { ...desk, change }, mayChange, lastReport, goTo }
  const { plural } = entityNamed(job.entity)
  return (
    <Page heading={`Import of ${plural}`} lead={<About job={job} />}>
      {step !== 'import' && <Remarks job={job} mayChange={mayChange} />}
      <Steps job={job} step={step} onChoose={goTo} />
      <output className="imports-trouble">
        {desk.trouble &&
          `${desk.trouble}. What you did here is kept; it goes on as soon as the server answers.`}
      </output>
      <section className="imports-step" aria-labelledby="step">
        <h2 id="step" tabIndex={-1} ref={heading}>
          {headings[step](job)}
        </h2>
        {step === 'columns' && <ColumnsStep {...props} />}
        {step === 'rehearse' && <RehearseStep {...props} />}
        {step === 'fix' && <FixStep {...props} problem={chosen?.problem} />}
        {step === 'import' && <RunStep {...props} />}
      </section>
      {mayChange && may('delete', 'importJob') && !isAtWork(job) && <ForgetImport job={job} />}
    </Page>
  )
}

function useLastReport({ report }: ImportJob): ImportReport | null {
  const [last, setLast] = useState(report)
  if (report && report !== last) setLast(report)
  return report ?? last
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
  const facts = [counted(rowCount, 'row'), sizeInWords(size), encoding, sheet && `sheet ${sheet}`]
  return (
    <>
      <strong>{name}</strong>, {facts.filter(Boolean).join(', ')}. Given by {by}, <Moment at={at} />.{' '}
      <Link className="imports-all" to="/imports">
        All imports
      </Link>
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
