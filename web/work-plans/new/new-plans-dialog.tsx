import { useState, type FormEvent, type ReactNode } from 'react'
import type { PlanPerson, WorkPlanItem } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'
import type { PlanPeriod } from '#domain/planning/period.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { describePeriod, periodChoices, usualChoice, type PeriodKind } from './period-choices.ts'
import { PlanPeopleList } from './plan-people-list.tsx'
import { PlanRuns } from './plan-runs.tsx'
import { listPlanPeople } from '../work-plans-api.ts'

interface NewPlansDialogProps {
  today: string
  /** The plans of the page, which follows those that are being solved. */
  plans: readonly WorkPlanItem[]
  onPlanned: () => Promise<void>
  onClose: () => void
}

/** Chooses days and people, and then shows how far the plan of each of them is. */
export function NewPlansDialog({ today, plans, onPlanned, onClose }: NewPlansDialogProps): ReactNode {
  const [started, setStarted] = useState<{ people: readonly PlanPerson[]; period: PlanPeriod } | null>(null)
  return (
    <Dialog heading={t('Plan a week or a month')} width="wide" onClose={onClose}>
      {started ? (
        <PlanRuns {...started} plans={plans} onPlanned={onPlanned} onClose={onClose} />
      ) : (
        <ChoosePeople
          today={today}
          onStart={(people, period) => setStarted({ people, period })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface ChoosePeopleProps {
  today: string
  onStart: (people: readonly PlanPerson[], period: PlanPeriod) => void
  onClose: () => void
}

function ChoosePeople({ today, onStart, onClose }: ChoosePeopleProps): ReactNode {
  const [kind, setKind] = useState<PeriodKind>('week')
  const [at, setAt] = useState(usualChoice)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [problem, setProblem] = useState('')
  const choices = periodChoices(kind, today)
  const period = choices[at]!
  const { data, error, reload } = useQuery([period.From_Date, period.To_Date], (signal) =>
    listPlanPeople(period, signal),
  )
  const people = data?.items ?? []
  const free = people.filter(({ plan }) => plan === null)
  // Who may plan for one person only has nothing to choose.
  const chosen = people.length === 1 ? free : free.filter((each) => ticked.includes(each.employeeNumber))
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (chosen.length > 0) onStart(chosen, period)
    else setProblem(t('Choose the people to plan for'))
  }
  const kinds: readonly [PeriodKind, string][] = [
    ['week', t('Week')],
    ['month', t('Month')],
  ]
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      <div className="plan-when">
        <Field label={t('Plan a')} isGroup>
          {() => (
            <div className="choices plan-kinds">
              {kinds.map(([each, label]) => (
                <label key={each} className="choice">
                  <input
                    type="radio"
                    name="kind"
                    value={each}
                    checked={kind === each}
                    onChange={() => {
                      setKind(each)
                      setAt(usualChoice)
                    }}
                  />
                  {label}
                </label>
              ))}
            </div>
          )}
        </Field>
        <Field label={t('Days')}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              name="period"
              value={at}
              onChange={(event) => setAt(Number(event.target.value))}
            >
              {choices.map((choice, index) => (
                <option key={choice.From_Date} value={index}>
                  {describePeriod(kind, index, choice)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {error ? (
        <LoadError error={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : (
        <PlanPeopleList
          people={people}
          hasMore={data.hasMore}
          chosen={chosen.map(({ employeeNumber }) => employeeNumber)}
          problem={problem}
          onChoose={(numbers) => {
            setTicked(numbers)
            setProblem('')
          }}
          onChanged={() => void reload()}
        />
      )}
      <DialogActions>
        {free.length > 0 && (
          <Button type="submit" tone="main">
            {chosen.length > 1
              ? t('Plan for {count, plural, one {# person} other {# people}}', { count: chosen.length })
              : t('Plan')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </DialogActions>
    </form>
  )
}
