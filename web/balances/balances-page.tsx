import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { can } from '#domain/access/policy.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { formatRupees } from '#domain/money.ts'
import type { BalanceSummary } from '#domain/api/money/balances.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { loadBalanceSummary } from './balances-api.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import '../ui/badges.css'
import './balances.css'
import '../ui/upload.css'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { BalanceReport } from './balance-report.tsx'
import { downloadBillTemplate, downloadTemplate, readText } from './balance-source.ts'
import { countToSave, useBalanceUpload, type Step } from './use-balance-upload.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

async function load({ request }: LoaderFunctionArgs): Promise<BalanceSummary> {
  const decision = can(actorOf(currentSession()), 'create', 'balance')
  if (!decision.allowed)
    throw new ApiProblem(403, { msg: decision.because, action: 'create', subject: 'balance' })
  return loadBalanceSummary(request.signal)
}

export const balancesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <BalancesPage />,
  loader: load,
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

function BalancesPage(): ReactNode {
  const summary = useLoaderData<BalanceSummary>()
  const { revalidate } = useRevalidator()
  const upload = useBalanceUpload(() => void revalidate())
  const [text, setText] = useState('')
  const [day, setDay] = useState('')
  const [isComplete, setComplete] = useState(false)
  const [file, setFile] = useState<{ name?: string; problem?: string }>({})
  const { step, problem } = upload
  const isChoosing = step.name === 'choosing' || step.name === 'checking'

  const loadFile = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return
    try {
      setText(await readText(chosen))
      setFile({ name: chosen.name })
    } catch (error) {
      setFile({ problem: sentenceOf(error) })
    }
  }
  const problemAbout = (about: 'rows' | 'day'): string | undefined =>
    problem?.about === about ? problem.sentence : undefined
  return (
    <Page
      heading={t('Balances')}
      lead={t(
        'Upload balances from your accounts: one row per customer, or one row per bill. Every row is checked before anything is saved, and a file can be sent twice.',
      )}
    >
      <Summary summary={summary} />
      {isChoosing ? (
        <form
          className="balances-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (step.name === 'choosing') void upload.check(text, day, isComplete)
          }}
        >
          <Field
            label={t('CSV file')}
            hint={
              file.name
                ? t('{name} is loaded; its rows are below.', { name: file.name })
                : t('Choose a file, or drop it here.')
            }
            problem={file.problem}
          >
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                className="control control-file"
                accept=".csv,.txt,.tsv,text/csv,text/plain"
                onChange={(event) => {
                  void loadFile(event.target.files?.[0])
                  event.target.value = '' // the same file can be chosen again after it is fixed
                }}
              />
            )}
          </Field>
          <Field
            label={t('Or paste rows from a spreadsheet')}
            hint={t(
              'The first line names the columns: Customer Code or Erp Code, Receivable, Overdue, As Of; or for bills: Bill Number, Bill Date, Bill Amount, As Of.',
            )}
            problem={problemAbout('rows')}
          >
            {(attributes) => (
              <textarea
                {...attributes}
                className="control control-rows"
                name="rows"
                rows={6}
                spellCheck={false}
                value={text}
                onChange={(event) => {
                  setText(event.target.value)
                  setFile({})
                }}
              />
            )}
          </Field>
          <div className="balances-day">
            <Field
              label={t('As Of')}
              isOptional
              hint={t('The date of rows that have none.')}
              problem={problemAbout('day')}
            >
              {(attributes) => (
                <DateControl
                  name="As_Of"
                  label={t('As Of')}
                  value={day}
                  onType={setDay}
                  attributes={attributes}
                  isRequired={false}
                />
              )}
            </Field>
          </div>
          <label className="check">
            <input
              type="checkbox"
              name="complete"
              checked={isComplete}
              onChange={(event) => setComplete(event.target.checked)}
            />{' '}
            {t('The file lists all open bills: bills that are missing from it are settled')}
          </label>
          <p className="field-problem" aria-live="polite">
            {problem?.about === 'server' && problem.sentence}
          </p>
          <p className="form-actions">
            <Button type="submit" tone="main" busy={step.name === 'checking'}>
              {step.name === 'checking' ? t('Checking…') : t('Check rows')}
            </Button>
            <Button onClick={() => void saveTemplate(downloadTemplate)}>{t('Download template')}</Button>
            <Button onClick={() => void saveTemplate(downloadBillTemplate)}>{t('Template for bills')}</Button>
          </p>
        </form>
      ) : (
        <UploadResult key={step.name} step={step} upload={upload} />
      )}
    </Page>
  )
}

async function saveTemplate(save: typeof downloadTemplate): Promise<void> {
  try {
    await save(dayIn(new Date(), timeZone))
  } catch (error) {
    notify({ tone: 'bad', text: sentenceOf(error) })
  }
}

function Summary({ summary }: Readonly<{ summary: BalanceSummary }>): ReactNode {
  const { customers, Receivable, Overdue, changedAt, latest } = summary
  if (changedAt === null || latest === null)
    return <p className="balances-summary">{t('No balances yet.')}</p>
  return (
    <p className="balances-summary">
      <RichText
        message="<strong>{receivable}</strong> receivable and <strong>{overdue}</strong> overdue, from {customers, plural, one {# customer} other {# customers}}. Latest balances as of {date}; last changed <time></time>."
        values={{
          receivable: formatRupees(Receivable),
          overdue: formatRupees(Overdue),
          customers,
          date: formatDate(latest),
        }}
        tags={{ strong: (text) => <strong>{text}</strong>, time: () => <Moment at={changedAt} /> }}
      />
    </p>
  )
}

type ResultStep = Exclude<Step, { name: 'choosing' | 'checking' }>

function UploadResult({
  step,
  upload,
}: Readonly<{ step: ResultStep; upload: ReturnType<typeof useBalanceUpload> }>): ReactNode {
  const { report } = step
  const problem = upload.problem?.sentence
  const heading = useRef<HTMLHeadingElement>(null)
  // The clicked button is gone, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), [])
  const count = countToSave(report)
  // A file without a change may still settle bills.
  const settles = report.complete?.isAccepted === true && report.complete.settled > 0
  const title = {
    checked: t(
      '{count, plural, =0 {Nothing to save} one {# balance can be saved} other {# balances can be saved}}',
      { count },
    ),
    saving: t('Saving {count, plural, one {# balance} other {# balances}}', { count }),
    saved: t('{count, plural, =0 {Nothing was saved} one {# balance saved} other {# balances saved}}', {
      count,
    }),
  }[step.name]
  return (
    <section className="balances-answer" aria-labelledby="answer">
      <h2 id="answer" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {step.name === 'saving' && (
        <p>
          <progress aria-label={t('Saved so far')} max={step.all} value={step.done} />{' '}
          {t('{done, number} of {all, number}', { done: step.done, all: step.all })}
        </p>
      )}
      {report.complete && (
        <p className={report.complete.isAccepted ? undefined : 'field-problem'}>
          {report.complete.sentence}.
        </p>
      )}
      <p className="field-problem" aria-live="polite">
        {problem &&
          (step.name === 'checked' && step.isStopped
            ? t('{problem}. The rows before it are saved; save again to send the rest.', { problem })
            : problem)}
      </p>
      <p className="form-actions">
        {step.name === 'checked' && (count > 0 || settles) && (
          <Button tone="main" onClick={() => void upload.save()}>
            {count > 0
              ? t('Save {count, plural, one {# balance} other {# balances}}', { count })
              : t('Settle {count, plural, one {# bill} other {# bills}}', {
                  count: report.complete?.settled ?? 0,
                })}
          </Button>
        )}
        {step.name !== 'saving' && (
          <Button onClick={upload.restart}>
            {step.name === 'saved' ? t('Upload another file') : t('Edit rows')}
          </Button>
        )}
      </p>
      <BalanceReport report={report} given={upload.given} />
    </section>
  )
}
