import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import type { WorkPlanItem } from '#domain/api/planning/work-plans.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { listRecords } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { isRunning, runLabel, stateLabel } from './plan-labels.ts'
import { listWorkPlans, proposePlans, type NewPlans } from './work-plans-api.ts'
import './work-plans.css'
import { t } from '#domain/messages/t.ts'

interface Loaded {
  plans: Awaited<ReturnType<typeof listWorkPlans>>
  employees: { employeeNumber: string; name: string }[]
}

const columns = (): readonly Column<WorkPlanItem>[] => [
  {
    label: t('Employee'),
    kind: 'name',
    cell: (plan) => <Link to={`/work-plans/${plan.Plan_ID}`}>{plan.Employee_Name}</Link>,
  },
  { label: t('Days'), cell: (plan) => `${formatDate(plan.From_Date)} – ${formatDate(plan.To_Date)}` },
  { label: t('State'), cell: (plan) => stateLabel(plan.State) },
  { label: t('Fits'), cell: (plan) => runLabel(plan.run) || fitsOf(plan) },
  { label: t('Kilometres'), kind: 'number', cell: (plan) => plan.Kilometres ?? '' },
]

function fitsOf({ Visits_Due: due, Visits_In_Time: planned }: WorkPlanItem): ReactNode {
  if (due === null || planned === null) return ''
  const text = t('{planned} of {due} visits', { planned, due })
  return planned < due ? <b className="work-plan-short">{text}</b> : text
}

/** Milliseconds between two looks at plans that are being solved. */
export const pollMilliseconds = 1500

function WorkPlansPage(): ReactNode {
  const { plans, employees } = useLoaderData<Loaded>()
  const { revalidate } = useRevalidator()
  const may = useMay()
  const isPending = plans.items.some(({ run }) => isRunning(run))
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(() => void revalidate(), pollMilliseconds)
    return () => clearInterval(timer)
  }, [isPending, revalidate])
  return (
    <Page
      heading={t('Work plans')}
      lead={t(
        'The visits of a week or a month, proposed within working time, holidays, leave and appointments.',
      )}
    >
      {may('create', 'workPlan') && (
        <NewPlan today={plans.today} employees={employees} onMade={() => void revalidate()} />
      )}
      {plans.items.length === 0 ? (
        <EmptyState>{t('No plans yet. Choose employees and days above.')}</EmptyState>
      ) : (
        <DataTable
          caption={t('Work plans')}
          columns={columns()}
          rows={plans.items}
          keyOf={(plan) => plan.Plan_ID}
        />
      )}
    </Page>
  )
}

interface NewPlanProps {
  today: string
  employees: Loaded['employees']
  onMade: () => void
}

/** The month after the day. */
function nextMonth(today: string): { from: string; to: string } {
  const from = `${addDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
  const to = addDays(`${addDays(`${from.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1)
  return { from, to }
}

/** The next seven days. */
const nextWeek = (today: string): { from: string; to: string } => ({
  from: addDays(today, 1),
  to: addDays(today, 7),
})

function NewPlan({ today, employees, onMade }: NewPlanProps): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [days, setDays] = useState(() => nextMonth(today))
  const { isBusy, submit, error } = useSubmit({
    send: (body: NewPlans, key) => proposePlans(body, key),
    success: ({ items }) =>
      t('{count, plural, one {# plan is being solved} other {# plans are being solved}}', {
        count: items.length,
      }),
    failure: null,
    onSuccess: () => {
      setChosen([])
      onMade()
    },
  })
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void submit({ Employee_Numbers: chosen, From_Date: days.from, To_Date: days.to })
  }
  const toggle = (number: string, isOn: boolean): void =>
    setChosen(isOn ? [...chosen, number] : chosen.filter((each) => each !== number))
  return (
    <form className="work-plan-new" onSubmit={send}>
      <fieldset className="work-plan-people">
        <legend>{t('Employees')}</legend>
        {employees.map(({ employeeNumber, name }) => (
          <label key={employeeNumber}>
            <input
              type="checkbox"
              name="employee"
              value={employeeNumber}
              checked={chosen.includes(employeeNumber)}
              onChange={(event) => toggle(employeeNumber, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="work-plan-days">
        <label>
          {t('From')}
          <input
            className="control"
            type="date"
            name="from"
            value={days.from}
            onChange={(event) => setDays({ ...days, from: event.target.value })}
          />
        </label>
        <label>
          {t('To')}
          <input
            className="control"
            type="date"
            name="to"
            value={days.to}
            onChange={(event) => setDays({ ...days, to: event.target.value })}
          />
        </label>
        <Button onClick={() => setDays(nextWeek(today))}>{t('Next 7 days')}</Button>
        <Button onClick={() => setDays(nextMonth(today))}>{t('Next month')}</Button>
        <Button tone="main" type="submit" busy={isBusy} disabled={chosen.length === 0}>
          {t('Propose visits')}
        </Button>
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </form>
  )
}

export const workPlansRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <WorkPlansPage />,
  loader: async ({ request }: LoaderFunctionArgs): Promise<Loaded> => {
    const [plans, people] = await Promise.all([
      listWorkPlans(request.signal),
      listRecords(labelsOf('employee'), { sort: 'name', limit: 200 }, request.signal),
    ])
    return { plans, employees: people.items.map(({ employeeNumber, name }) => ({ employeeNumber, name })) }
  },
}
