import { useState, type ReactNode } from 'react'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import '../styles/visit-detail.css'
import { AdviceFields } from './advice-fields.tsx'
import { BesidesField, NextVisitField, VisitedOnField } from './day-fields.tsx'
import { detailPlanOf } from './detail-plan.ts'
import {
  bodyOf,
  initialValues,
  isMade,
  outcomeOf,
  problemsOf,
  todayOf,
  type DetailValues,
  type VisitOutcome,
} from './detail-values.ts'
import { AdviceResults, KnownFacts } from './known-facts.tsx'
import { OutcomeField, ReasonField } from './outcome-field.tsx'
import { PhotoField } from './photo-field.tsx'
import { PlaceField } from './place-field.tsx'
import { usePhoto } from './use-photo.ts'
import { useVisitForm } from './use-visit-form.ts'
import { useVisitSources } from './use-visit-sources.ts'
import { VisitForm } from './visit-form.tsx'
import type { VisitDialogProps } from './visit-page.tsx'
import { plannedFor } from './visit-words.ts'

const savedWords: Record<VisitOutcome, (name: string) => string> = {
  visited: (name) => `The visit to ${name} is recorded`,
  phoned: (name) => `The call to ${name} is recorded`,
  missed: (name) => `The visit to ${name} is recorded as missed`,
  cancelled: (name) => `The visit to ${name} is cancelled`,
}

/** What came of a visit. */
export function DetailDialog({ plan: fresh, clock, ...props }: VisitDialogProps): ReactNode {
  // What it was opened for is what it is about, whatever becomes of the plan meanwhile.
  const [seen] = useState(fresh)
  const { sources, state, problem, tryAgain } = useVisitSources(seen.Customer_Code)
  const { last } = sources
  const [today] = useState(() => todayOf(clock))
  const planOf = (values: DetailValues) => detailPlanOf(values, { seen, fresh, clock, today })
  const form = useVisitForm<DetailValues>({
    draft: `visit detail ${seen.Customer_Code}`,
    initial: initialValues(today),
    staying: ['Visited_On'],
    check: (values) => {
      const { said, plan } = planOf(values)
      return problemsOf(said, plan, today)
    },
    before: () => photo.settled(),
    toBody: (values) => bodyOf({ ...planOf(values), clock, last, photoId: photo.id() }),
  })
  const { values, problems, type } = form
  const photo = usePhoto(values.Photo_ID, (id) => form.attach('Photo_ID', id))
  const { plan, besides, staying } = planOf(values)
  const planned = plannedFor(plan, clock)
  const outcome = outcomeOf(values, plan)
  const savedAs = (): string => {
    const words = savedWords[outcome](plan.Customer_Name)
    return isMade(outcome) && photo.hasFailed() ? `${words}, without the photo` : words
  }
  const nextVisit = staying ? (
    <p className="visit-planned">The next visit stays planned for {staying.words}</p>
  ) : (
    <NextVisitField
      value={values.Next_Visit_Suggested}
      problem={problems['Next_Visit_Suggested']}
      today={today}
      interval={plan.Visit_In_Days}
      customerCode={plan.Customer_Code}
      onType={(value) => type('Next_Visit_Suggested', value)}
    />
  )
  return (
    <Dialog heading={`Visit Detail: ${plan.Customer_Name}`} onClose={props.onCancel}>
      <VisitForm
        form={form}
        verb="Save"
        savedAs={savedAs}
        isUndoable
        submitAnother={() => form.submit({ Besides: 'another' })}
        over={
          values.Over && values.Besides !== 'another'
            ? { sentence: values.Over, onAnother: () => type('Besides', 'another') }
            : undefined
        }
        onOver={(sentence) => type('Over', sentence)}
        {...props}
      >
        <KnownFacts plan={plan} today={today} last={last} isLoading={state === 'loading'} />
        {planned && (
          <p className="visit-planned">
            Planned for {planned.words}
            {plan.Plan?.Remarks && `: ${plan.Plan.Remarks}`}
          </p>
        )}
        <OutcomeField
          value={outcome}
          isPlanned={plan.Plan !== null}
          onChoose={(chosen) => type('Outcome', chosen)}
        />
        {isMade(outcome) ? (
          <>
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
                  rows={3}
                  name="Feedback"
                  value={values.Feedback}
                  maxLength={limits.freeText}
                  onChange={(event) => type('Feedback', event.target.value)}
                />
              )}
            </Field>
            <AdviceResults last={last} values={values} onTap={type} />
            <AdviceFields customerCode={plan.Customer_Code} sources={sources} form={form} />
            {nextVisit}
            <VisitedOnField
              value={values.Visited_On}
              problem={problems['Visited_On']}
              today={today}
              onType={(value) => type('Visited_On', value)}
            />
            {besides && planned && (
              <BesidesField
                value={besides}
                day={planned.day}
                onChoose={(chosen) => type('Besides', chosen)}
              />
            )}
            <PhotoField photo={photo} problem={problems['Photo_ID']} />
            {outcome === 'visited' && (
              <PlaceField
                value={values.Check_In_Place}
                problem={problems['Check_In_Place']}
                canBeKept={!sources.hasPlace}
                isKept={values.Keep_Customer_Place !== ''}
                onChange={(place) => type('Check_In_Place', place)}
                onKeep={(isKept) => type('Keep_Customer_Place', isKept ? 'yes' : '')}
              />
            )}
          </>
        ) : (
          <>
            <ReasonField
              outcome={outcome}
              value={values.Reason}
              problem={problems['Reason']}
              onType={(reason) => type('Reason', reason)}
            />
            {outcome === 'missed' && nextVisit}
          </>
        )}
      </VisitForm>
    </Dialog>
  )
}
