import { useEffect, useState, type ReactNode } from 'react'
import type { PlanPerson, WorkPlanItem } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { newIdempotencyKey } from '../../api/drafts/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import type { PlanPeriod } from '#domain/planning/period.ts'
import { isRunning, workPlanPath } from '../plan-labels.ts'
import { PlanRun } from '../plan-run.tsx'
import { cancelPlan, proposePlan } from '../work-plans-api.ts'

interface PlanRunsProps {
  people: readonly PlanPerson[]
  period: PlanPeriod
  plans: readonly WorkPlanItem[]
  onPlanned: () => Promise<void>
  onClose: () => void
}

/** What became of the request for a person: the code of the plan, or why there is none. */
type Outcome = { plan: string } | { problem: string }

/** Plans for one person after the other, so that one who cannot be planned for does not stop the others. */
export function PlanRuns({ people, period, plans, onPlanned, onClose }: PlanRunsProps): ReactNode {
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  // One for each person, whatever the attempt: a retry after a lost answer finds the plan.
  const [key] = useState(newIdempotencyKey)
  const planEach = async (numbers: readonly string[]): Promise<void> => {
    for (const number of numbers) {
      const outcome = await proposePlan(number, period, `${key}-${number}`).then(
        (plan): Outcome => ({ plan }),
        (error: unknown): Outcome => ({ problem: sentenceOf(error) }),
      )
      setOutcomes((now) => ({ ...now, [number]: outcome }))
    }
  }
  const start = useSubmit({ send: planEach, onSuccess: onPlanned })
  const [{ submit }] = useState(start)
  useEffect(() => void submit(people.map(({ employeeNumber }) => employeeNumber)), [submit, people])
  const planOf = ({ employeeNumber }: PlanPerson): WorkPlanItem | undefined => {
    const outcome = outcomes[employeeNumber]
    return outcome && 'plan' in outcome ? plans.find(({ Plan_ID }) => Plan_ID === outcome.plan) : undefined
  }
  const made = people.flatMap((person) => planOf(person) ?? [])
  const running = made.filter(({ run }) => isRunning(run))
  const cancelAll = useSubmit({
    send: async () => {
      // One that is solved meanwhile is not cancelled.
      for (const { Plan_ID } of running) await cancelPlan(Plan_ID).catch(() => undefined)
    },
    onSuccess: onPlanned,
  })
  const failed = people
    .map(({ employeeNumber }) => employeeNumber)
    .filter((number) => outcomes[number] && 'problem' in outcomes[number])
  const done = made.length - running.length
  return (
    <div className="stack">
      <output className="plan-runs-sum">
        {t('{done, number} of {count, plural, one {# plan} other {# plans}} solved', {
          done,
          count: people.length,
        })}
      </output>
      <ul className="plan-runs">
        {people.map((person) => {
          const outcome = outcomes[person.employeeNumber]
          const plan = planOf(person)
          return (
            <li key={person.employeeNumber}>
              <span className="plan-runs-name">
                {plan ? <Link to={workPlanPath(plan.Plan_ID)}>{person.name}</Link> : person.name}
              </span>
              {plan ? (
                <PlanRun plan={plan} />
              ) : outcome && 'problem' in outcome ? (
                <span className="plan-run-failed">{outcome.problem}</span>
              ) : (
                <span className="plan-run">{t('Waits for its turn')}</span>
              )}
            </li>
          )
        })}
      </ul>
      {running.length > 0 && (
        <p className="field-hint">
          {t('You can close this: the plans go on being solved, and the list shows how far they are.')}
        </p>
      )}
      <DialogActions>
        {failed.length > 0 && (
          <Button tone="main" busy={start.isBusy} onClick={() => void start.submit(failed)}>
            {t('Try again for {count, plural, one {# person} other {# people}}', { count: failed.length })}
          </Button>
        )}
        <Button tone={failed.length > 0 ? 'plain' : 'main'} onClick={onClose}>
          {t('Close')}
        </Button>
        {running.length > 1 && (
          <Button busy={cancelAll.isBusy} onClick={() => void cancelAll.submit(undefined)}>
            {t('Cancel all')}
          </Button>
        )}
      </DialogActions>
    </div>
  )
}
