import { useState, type ReactNode } from 'react'
import type { PlanPerson } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'
import { useMay } from '../../api/use-may.ts'
import { formatPeriod } from '../../plan-approvals/approval-labels.ts'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { workPlanPath } from '../plan-labels.ts'

const WorkingTimeDialog = deferredDialog(
  async () => (await import('../working-time/working-time-dialog.tsx')).WorkingTimeDialog,
)

interface PlanPeopleListProps {
  people: readonly PlanPerson[]
  hasMore: boolean
  chosen: readonly string[]
  problem: string
  onChoose: (numbers: readonly string[]) => void
  /** After a working time was set. */
  onChanged: () => void
}

/** With more people than this the list has a filter. */
const maxWithoutFilter = 10

/** The people to plan for, with what is missing for a plan; who has a plan for these days cannot be chosen. */
export function PlanPeopleList(props: PlanPeopleListProps): ReactNode {
  const { people, hasMore, chosen, problem, onChoose, onChanged } = props
  const [filter, setFilter] = useState('')
  const [edited, setEdited] = useState<PlanPerson | null>(null)
  const needle = filter.trim().toLowerCase()
  // Who has customers is planned for more often.
  const ordered = people.toSorted((one, other) => Number(other.customers > 0) - Number(one.customers > 0))
  const shown = ordered.filter(({ name, employeeNumber, City_Name }) =>
    [name, employeeNumber, City_Name ?? ''].some((text) => text.toLowerCase().includes(needle)),
  )
  const free = (list: readonly PlanPerson[]): string[] =>
    list.filter(({ plan }) => plan === null).map(({ employeeNumber }) => employeeNumber)
  const reports = free(people.filter(({ isReport }) => isReport))
  const withCustomers = free(people.filter(({ customers }) => customers > 0))
  if (people.length === 0)
    return (
      <EmptyState>
        {t(
          'There is no employee that you may plan for: no employee has your e-mail address. Ask an administrator.',
        )}
      </EmptyState>
    )
  return (
    <fieldset className="field plan-people">
      <legend className="field-label">{t('For whom')}</legend>
      {people.length > 1 && (
        <div className="plan-people-tools">
          {people.length > maxWithoutFilter && (
            <input
              type="search"
              className="control"
              aria-label={t('Filter people')}
              placeholder={t('Filter {count, number} people', { count: people.length })}
              autoComplete="off"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
              // Enter in the filter must not submit the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
          {reports.length > 0 && (
            <Button onClick={() => onChoose(reports)}>
              {t('Who reports to me ({count, number})', { count: reports.length })}
            </Button>
          )}
          {withCustomers.length > 0 && (
            <Button onClick={() => onChoose(withCustomers)}>
              {t('All with customers ({count, number})', { count: withCustomers.length })}
            </Button>
          )}
          {chosen.length > 0 && <Button onClick={() => onChoose([])}>{t('Clear')}</Button>}
        </div>
      )}
      <ul className="plan-people-list">
        {shown.map((person) => (
          <li key={person.employeeNumber}>
            <label className="choice">
              <input
                type="checkbox"
                name="employee"
                value={person.employeeNumber}
                disabled={person.plan !== null}
                checked={chosen.includes(person.employeeNumber)}
                onChange={(event) =>
                  onChoose(
                    event.target.checked
                      ? [...chosen, person.employeeNumber]
                      : chosen.filter((each) => each !== person.employeeNumber),
                  )
                }
              />
              <span>
                {person.name}{' '}
                <small>
                  {[
                    person.City_Name,
                    t('{count, plural, one {# customer} other {# customers}}', { count: person.customers }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            </label>
            <Obstacles person={person} onSet={() => setEdited(person)} />
          </li>
        ))}
        {shown.length === 0 && <li className="field-hint">{t('No people match.')}</li>}
      </ul>
      {hasMore && (
        <p className="field-hint">
          {t('Only the first {count, number} employees are listed.', { count: people.length })}
        </p>
      )}
      <p className="field-problem" aria-live="polite">
        {problem}
      </p>
      {edited && (
        <WorkingTimeDialog
          employee={edited.employeeNumber}
          name={edited.name}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            onChanged()
          }}
        />
      )}
    </fieldset>
  )
}

/** Why a plan of the person is not possible, or would be empty or inexact, and what to do about it. */
function Obstacles({ person, onSet }: { person: PlanPerson; onSet: () => void }): ReactNode {
  const may = useMay()
  const { plan, stopsPerDay, hasStart, customers, name } = person
  if (plan)
    return (
      <p className="plan-obstacle">
        {t('Has a plan for {period} already.', { period: formatPeriod(plan) })}{' '}
        <Link to={workPlanPath(plan.Plan_ID)}>{t('Open the plan of {name}', { name })}</Link>
      </p>
    )
  const sentence =
    stopsPerDay === 0
      ? t('The working time allows no stop a day, so nothing can be planned.')
      : customers === 0
        ? t('No customers are assigned, so nothing falls due.')
        : hasStart
          ? null
          : t('The place to start from is unknown, so the middle of the customers is used.')
  if (sentence === null) return null
  return (
    <p className="plan-obstacle">
      {sentence}{' '}
      {customers === 0 && stopsPerDay > 0 ? (
        may('create', 'assignment') && <Link to="/admin/handover">{t('Assign customers')}</Link>
      ) : may('create', 'workingTime') && may('update', 'workingTime') ? (
        <button type="button" className="link" onClick={onSet}>
          {t('Set the working time of {name}', { name })}
        </button>
      ) : (
        t('The office can set the working time.')
      )}
    </p>
  )
}
