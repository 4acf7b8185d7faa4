import type { ReactNode } from 'react'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { Button } from '../ui/button.tsx'
import { CheckList } from '../ui/check-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Facts } from './facts.tsx'
import { useVisitForm } from './use-visit-form.ts'
import { useVisitSources } from './use-visit-sources.ts'
import { VisitForm } from './visit-form.tsx'
import type { VisitDialogProps } from './visit-page.tsx'
import { daysInEntry, plannedFor } from './visit-words.ts'

interface DetailValues extends Record<string, string | readonly string[]> {
  Feedback: string
  Season_Recommendation: string
  New_Recommended_Crops: readonly string[]
  New_Recommended_Materials: readonly string[]
  Next_Visit_Suggested: string
}

const blank: DetailValues = {
  Feedback: '',
  Season_Recommendation: '',
  New_Recommended_Crops: [],
  New_Recommended_Materials: [],
  Next_Visit_Suggested: '',
}

/** What was recommended last time, as one line; as much of it as the server keeps with a visit. */
function adviceOf(last: StoredRecord | undefined, field: string): string {
  const names = last?.[field]
  return Array.isArray(names) ? [...names.join(', ')].slice(0, limits.name).join('') : ''
}

function bodyOf(
  plan: VisitPlan,
  clock: FirmClock,
  values: DetailValues,
  last: StoredRecord | undefined,
): object {
  const planned = plannedFor(plan, clock)?.joined ?? ''
  const crops = adviceOf(last, 'New_Recommended_Crops')
  const materials = adviceOf(last, 'New_Recommended_Materials')
  return {
    Customer_Code: plan.Customer_Code,
    ...(plan.Plan && { Visit_ID: plan.Plan.Visit_ID }),
    Last_Visited_Date: plan.Last_Visited,
    Days_Since_Visit_Pending: daysInEntry(plan),
    Planned_Date: planned,
    Planned_Time: planned,
    Remarks: plan.Plan?.Remarks ?? '',
    // What was not on the screen is not sent as if it had been.
    ...(crops && { Fixed_Field: crops }),
    ...(materials && { Last_Material_Recommended: materials }),
    ...values,
  }
}

/** A slip of the finger would count as a visit, and move the next one. */
function check(values: DetailValues): FieldProblem[] {
  const isSaid = Object.values(values).some((value) => value.length > 0)
  const message = 'Say what came of the visit: feedback, a recommendation or the next visit'
  return isSaid ? [] : [{ field: 'Feedback', message }]
}

/** What came of a visit. */
export function DetailDialog({ plan, clock, ...props }: VisitDialogProps): ReactNode {
  const { sources, state, problem, tryAgain } = useVisitSources(plan.Customer_Code)
  const { last } = sources
  const planned = plannedFor(plan, clock)
  const form = useVisitForm<DetailValues>({
    draft: `visit detail ${plan.Customer_Code}`,
    initial: blank,
    check,
    toBody: (values) => bodyOf(plan, clock, values, last),
  })
  const { values, problems, type } = form
  const advised = (field: string): string => {
    if (state === 'loading') return 'Loading…'
    if (!last) return 'Not known yet'
    return adviceOf(last, field) || 'None'
  }
  const choices = (
    name: 'New_Recommended_Crops' | 'New_Recommended_Materials',
    plural: 'crops' | 'materials',
  ) => (
    <Field
      label={plural === 'crops' ? 'New Recommended Crops' : 'New Recommended Materials'}
      isGroup
      problem={problems[name]}
    >
      {() => (
        <CheckList
          name={name}
          plural={plural}
          options={sources[plural].first}
          find={sources[plural].find}
          chosen={values[name]}
          onChoose={(chosen) => type(name, chosen)}
        />
      )}
    </Field>
  )
  return (
    <Dialog heading={`Visit Detail: ${plan.Customer_Name}`} onClose={props.onCancel}>
      <VisitForm
        form={form}
        verb="Save"
        savedAs={() => `The visit to ${plan.Customer_Name} is recorded`}
        {...props}
      >
        <Facts
          lines={[
            ['Amount Receivables', 'Not known yet'],
            ['Overdue Amount', 'Not known yet'],
            ['Crop Recommended Last Time', advised('New_Recommended_Crops')],
            ['Material Recommended Last Time', advised('New_Recommended_Materials')],
          ]}
        />
        {planned && (
          <p className="visit-planned">
            Planned for {planned.words}
            {plan.Plan?.Remarks && `: ${plan.Plan.Remarks}`}
          </p>
        )}
        {state === 'failed' && (
          <p className="visit-kept" role="alert">
            The lists below could not be loaded. {problem}.
            <Button tone="quiet" onClick={tryAgain}>
              Load them again
            </Button>
          </p>
        )}
        <Field label="Feedback" problem={problems['Feedback']}>
          {(attributes) => (
            <textarea
              {...attributes}
              className="control"
              rows={4}
              name="Feedback"
              value={values.Feedback}
              maxLength={limits.freeText}
              onChange={(event) => type('Feedback', event.target.value)}
            />
          )}
        </Field>
        <Field label="Season Recommendation" problem={problems['Season_Recommendation']}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              name="Season_Recommendation"
              value={values.Season_Recommendation}
              onChange={(event) => type('Season_Recommendation', event.target.value)}
            >
              <option value="">Choose…</option>
              {withChosen(sources.seasons.first, values.Season_Recommendation).map((season) => (
                <option key={season}>{season}</option>
              ))}
            </select>
          )}
        </Field>
        {choices('New_Recommended_Crops', 'crops')}
        {choices('New_Recommended_Materials', 'materials')}
        <Field label="Next Visit Suggested" problem={problems['Next_Visit_Suggested']}>
          {(attributes) => (
            <input
              {...attributes}
              type="datetime-local"
              className="control"
              name="Next_Visit_Suggested"
              min={`${clock.today}T00:00`}
              value={values.Next_Visit_Suggested}
              onChange={(event) => type('Next_Visit_Suggested', event.target.value)}
            />
          )}
        </Field>
      </VisitForm>
    </Dialog>
  )
}

/** What was chosen earlier is not lost because the list of today does not hold it, or is not there yet. */
const withChosen = (options: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || options.includes(chosen) ? options : [chosen, ...options]
