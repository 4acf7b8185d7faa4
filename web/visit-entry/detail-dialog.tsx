import { Suspense, useState, type ReactNode } from 'react'
import { CollectionFields } from './fields/collection-fields.tsx'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { optionalComponent } from '../ui/load-code.ts'
import './visit-detail.css'
import { AdviceDoses } from './fields/advice-doses.tsx'
import { AdviceFields } from './fields/advice-fields.tsx'
import { PlanRelationField, NextVisitField, VisitedOnField } from './fields/day-fields.tsx'
import { detailPlanOf } from './detail-plan.ts'
import {
  bodyOf,
  initialValues,
  isMade,
  linesOf,
  outcomeOf,
  problemsOf,
  seenPlanOf,
  todayOf,
  type DetailValues,
  type VisitOutcome,
} from './detail-values.ts'
import { AdviceResults, KnownFacts } from './known-facts.tsx'
import { FeedbackField } from './fields/feedback-field.tsx'
import { JointVisit } from './fields/joint-visit.tsx'
import { OutcomeField, ReasonField } from './fields/outcome-field.tsx'
import { PhotoField } from './fields/photo-field.tsx'
import { PlaceField } from './fields/place-field.tsx'
import { useAdvice, useAdviceResults } from './use-advice.ts'
import { usePhoto } from './fields/use-photo.ts'
import { useVisitForm } from './use-visit-form.ts'
import { nameIn } from './visit-sources.ts'
import { useVisitSources } from './use-visit-sources.ts'
import { VisitForm } from './visit-form.tsx'
import type { VisitDialogProps } from '../visits/visit-page.tsx'
import { plannedFor } from '../visits/visit-format.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

const LicenceWarning = optionalComponent(
  async () => (await import('../customers/licences/licence-warning.tsx')).LicenceWarning,
)

const savedMessages: Record<VisitOutcome, (name: string, isWithoutPhoto: boolean) => string> = {
  visited: (name, isWithoutPhoto) =>
    isWithoutPhoto
      ? t('The visit to {name} is recorded, without the photo', { name })
      : t('The visit to {name} is recorded', { name }),
  phoned: (name, isWithoutPhoto) =>
    isWithoutPhoto
      ? t('The call to {name} is recorded, without the photo', { name })
      : t('The call to {name} is recorded', { name }),
  missed: (name) => t('The visit to {name} is recorded as missed', { name }),
  cancelled: (name) => t('The visit to {name} is cancelled', { name }),
}

/** Records the outcome of a visit. */
export function DetailDialog({ plan: currentPlan, clock, ...props }: VisitDialogProps): ReactNode {
  // The dialog stays about the plan it was opened for, also when the plan changes meanwhile.
  const [openedPlan] = useState(currentPlan)
  const { sources, state, problem, retry } = useVisitSources(openedPlan.Customer_Code)
  const { last } = sources
  const may = useMay()
  const [today] = useState(() => todayOf(clock))
  const planOf = (values: DetailValues) => detailPlanOf(values, { openedPlan, currentPlan, clock, today })
  const form = useVisitForm<DetailValues>({
    draft: `visit detail ${openedPlan.Customer_Code}`,
    initial: initialValues(today),
    alwaysInDraft: ['Visited_On'],
    check: (values) => {
      const { effectiveValues, plan } = planOf(values)
      return problemsOf(effectiveValues, plan, today, linesFor(effectiveValues))
    },
    beforeSend: () => photo.waitForUpload(),
    toEvent: (values) => {
      const planOfValues = planOf(values)
      return {
        kind: 'visit',
        customer: { id: openedPlan.Customer_ID },
        seen: seenPlanOf(planOfValues),
        values: bodyOf({
          ...planOfValues,
          clock,
          last,
          photoId: photo.id(),
          lines: linesFor(planOfValues.effectiveValues),
        }),
      }
    },
  })
  const { values, problems, setValue } = form
  const adviceState = useAdvice(
    openedPlan.Customer_Code,
    values.Season_Recommendation,
    values.New_Recommended_Crops,
  )
  const results = useAdviceResults(values.New_Recommended_Materials.length > 0)
  const linesFor = (entered: DetailValues) => linesOf(entered, adviceState.advice?.guard, today)
  const photo = usePhoto(values.Photo_ID, (id) => form.attach('Photo_ID', id))
  const { plan, planRelation, remainingPlan } = planOf(values)
  const planned = plannedFor(plan, clock)
  const outcome = outcomeOf(values, plan)
  const successMessage = (): string => savedMessages[outcome](customerName(plan), photo.hasFailed())
  const nextVisit = remainingPlan ? (
    <p className="visit-planned">
      {t('The next visit stays planned for {moment}', { moment: remainingPlan.label })}
    </p>
  ) : (
    <NextVisitField
      form={form}
      today={today}
      interval={plan.Visit_In_Days}
      customerCode={plan.Customer_Code}
    />
  )
  return (
    <Dialog
      heading={t('Visit Detail: {customer}', { customer: customerName(plan) })}
      onClose={props.onCancel}
    >
      <VisitForm
        form={form}
        submitLabel={t('Save')}
        successMessage={successMessage}
        canUndo
        conflict={
          values.Over && values.Besides !== 'another'
            ? { sentence: values.Over, onAnother: () => setValue('Besides', 'another') }
            : undefined
        }
        onConflict={(sentence) => setValue('Over', sentence)}
        {...props}
      >
        <KnownFacts plan={plan} today={today} last={last} isLoading={state === 'loading'} />
        {may('read', 'customerLicence') && (
          <Suspense>
            <LicenceWarning code={plan.Customer_Code} today={today} />
          </Suspense>
        )}
        {planned && (
          <p className="visit-planned">
            {plan.Plan?.Remarks
              ? t('Planned for {moment}: {remarks}', { moment: planned.label, remarks: plan.Plan.Remarks })
              : t('Planned for {moment}', { moment: planned.label })}
          </p>
        )}
        <OutcomeField form={form} value={outcome} isPlanned={plan.Plan !== null} />
        {isMade(outcome) ? (
          <>
            {state === 'failed' && (
              <p className="visit-kept" role="alert">
                {t('Could not load the lists below. {problem}.', { problem })}
                <Button tone="quiet" onClick={retry}>
                  {t('Try again')}
                </Button>
              </p>
            )}
            <FeedbackField form={form} rows={3} />
            <AdviceResults last={last} values={values} onChoose={setValue} />
            <AdviceFields state={adviceState} sources={sources} form={form} />
            <AdviceDoses
              lines={linesFor(values)}
              nameOf={nameIn(sources)}
              results={results?.material}
              form={form}
            />
            {nextVisit}
            <CollectionFields form={form} />
            <VisitedOnField form={form} today={today} />
            {planRelation && planned && (
              <PlanRelationField form={form} value={planRelation} day={planned.day} />
            )}
            {outcome === 'visited' && may('read', 'employee') && <JointVisit form={form} />}
            <PhotoField photo={photo} problem={problems.Photo_ID} />
            {outcome === 'visited' && <PlaceField form={form} canSaveToCustomer={!sources.hasPlace} />}
          </>
        ) : (
          <>
            <ReasonField form={form} outcome={outcome} />
            {outcome === 'missed' && nextVisit}
          </>
        )}
      </VisitForm>
    </Dialog>
  )
}
