import { useState, type ReactNode } from 'react'
import type { PlanPerson } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { listPlanPeople } from '../work-plans-api.ts'
import { WorkingTimeDialog } from './working-time-dialog.tsx'

interface WorkingTimesDialogProps {
  today: string
  /** Whose working time is shown at once; null: the person is chosen first. */
  employee: string | null
  onClose: () => void
  onSaved: () => void
}

/** Asks whose working time is to be set, and shows it. */
export function WorkingTimesDialog({
  today,
  employee,
  onClose,
  onSaved,
}: WorkingTimesDialogProps): ReactNode {
  const [chosen, setChosen] = useState(employee)
  const { data, error, reload } = useQuery([today], (signal) =>
    listPlanPeople({ From_Date: today, To_Date: today }, signal),
  )
  const person = data?.items.find(({ employeeNumber }) => employeeNumber === chosen)
  if (person)
    return (
      <WorkingTimeDialog
        employee={person.employeeNumber}
        name={person.name}
        onClose={onClose}
        onSaved={onSaved}
      />
    )
  return (
    <Dialog heading={t('Working time and leave')} onClose={onClose}>
      {error ? (
        <LoadError error={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : (
        <>
          {chosen !== null && (
            <p className="field-problem">{t('There is no employee {number} here', { number: chosen })}</p>
          )}
          <People people={data.items} hasMore={data.hasMore} onChoose={setChosen} />
        </>
      )}
    </Dialog>
  )
}

/** With more people than this the list has a filter. */
const maxWithoutFilter = 10

interface PeopleProps {
  people: readonly PlanPerson[]
  hasMore: boolean
  onChoose: (employeeNumber: string) => void
}

function People({ people, hasMore, onChoose }: PeopleProps): ReactNode {
  const [filter, setFilter] = useState('')
  const needle = filter.trim().toLowerCase()
  const shown = people.filter(({ name, employeeNumber, City_Name }) =>
    [name, employeeNumber, City_Name ?? ''].some((text) => text.toLowerCase().includes(needle)),
  )
  return (
    <div className="stack plan-people">
      {people.length > maxWithoutFilter && (
        <input
          type="search"
          className="control"
          aria-label={t('Filter people')}
          placeholder={t('Filter {count, number} people', { count: people.length })}
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <ul className="plan-people-list">
        {shown.map(({ employeeNumber, name, City_Name, stopsPerDay }) => (
          <li key={employeeNumber}>
            <button type="button" className="link" onClick={() => onChoose(employeeNumber)}>
              {name}
            </button>{' '}
            <small>
              {[
                City_Name,
                t('{count, plural, one {# stop a day} other {# stops a day}}', { count: stopsPerDay }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
        {shown.length === 0 && <li className="field-hint">{t('No people match.')}</li>}
      </ul>
      {hasMore && (
        <p className="field-hint">
          {t('Only the first {count, number} employees are listed.', { count: people.length })}
        </p>
      )}
    </div>
  )
}
