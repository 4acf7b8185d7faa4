import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { formatBalance } from '#domain/balances/balance.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { guardFactsOf } from '#domain/field/pack-facts.ts'
import { membersOf } from '#domain/input.ts'
import { discardDraft } from '../../api/drafts/drafts.ts'
import { correctEntry, type OutboxEntry } from '../../outbox/outbox.ts'
import { packCustomerWithout, usePack } from '../../outbox/pack.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { eventIdOf } from '../../outbox/store/event-id.ts'
import { CollectionFields } from '../../visit-entry/fields/collection-fields.tsx'
import { LicenceBadges } from '../../customers/licences/licence-badge.tsx'
import '../../ui/badges.css'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import {
  initialValues,
  isMade,
  linesOf,
  outcomeOf,
  problemsOf,
  type DetailValues,
} from '../../visit-entry/detail-values.ts'
import { AdviceDoses } from '../../visit-entry/fields/advice-doses.tsx'
import { PlanRelationField, VisitedOnField } from '../../visit-entry/fields/day-fields.tsx'
import { FeedbackField } from '../../visit-entry/fields/feedback-field.tsx'
import { OutcomeField, ReasonField } from '../../visit-entry/fields/outcome-field.tsx'
import { PlaceField } from '../../visit-entry/fields/place-field.tsx'
import { AdviceResults } from '../../visit-entry/known-facts.tsx'
import { useVisitForm } from '../../visit-entry/use-visit-form.ts'
import '../../visit-entry/visit-detail.css'
import { dayOffReasons } from '#domain/visits/working-days.ts'
import { plannedFor } from '../../visits/visit-format.ts'
import '../../visits/visits.css'
import {
  cityOf,
  dueOf,
  eventCustomerOf,
  formatDue,
  masterName,
  nameOf,
  seenPlanOf,
  type FieldCustomer,
} from '../field-customer.ts'
import { useFieldClock } from '../use-field-clock.ts'
import { slipPath } from '../outbox/entry-words.ts'
import { AdviceChips } from './advice-chips.tsx'
import { JointVisit } from './joint-visit.tsx'
import { NextVisitChips } from './next-visit-chips.tsx'
import { PhotoInput } from './photo-input.tsx'
import { groupValuesOf, lastAdviceOf, planOfVisit, valuesOfEvent, visitEventValues } from './record-values.ts'
import { discardStoredDraft } from './stored-draft.ts'
import { undoEvent } from './undo-event.ts'
import { usePhotoDraft } from './use-photo-draft.ts'
import { t } from '#domain/messages/t.ts'

interface RecordFormProps {
  customer: FieldCustomer
  /** A refused visit that is corrected. */
  corrected: OutboxEntry | undefined
}

/** What the visit entry asks, with what is usual in one tap. */
export function RecordForm({ customer: shown, corrected: refused }: RecordFormProps): ReactNode {
  // The form stays about what it was opened with, also when a sync changes the plan or another tab sends the visit.
  const [corrected] = useState(refused)
  const [customer] = useState<FieldCustomer>(
    () => (refused && packCustomerWithout(shown.id, refused.event.id)) ?? shown,
  )
  const { masters } = usePack()
  const clock = useFieldClock()
  const [today] = useState(clock.today)
  const openedClock = { ...clock, today }
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const about = corrected ? corrected.event.id : customer.id
  // Members named `draft` are names to the check that finds texts outside of t('…').
  const { draft } = { draft: `visit detail of ${about}` }
  const { draft: photoDraft } = { draft: `visit photo of ${about}` }
  useState(() => discardStoredDraft(draft) && discardDraft(photoDraft))
  const photo = usePhotoDraft({ draft: photoDraft })
  const saved = useRef<OutboxEntry>(undefined)
  const { weeklyOffs, holidays } = usePack().masters
  const reasonOf = dayOffReasons(weeklyOffs, holidays, [customer.state])

  const facts = guardFactsOf(customer, masters)
  const linesFor = (entered: DetailValues) => linesOf(entered, facts, today)
  const form = useVisitForm<DetailValues>({
    draft,
    initial:
      corrected?.event.kind === 'visit' ? valuesOfEvent(corrected.event, openedClock) : initialValues(today),
    alwaysInDraft: ['Visited_On'],
    check: (values) => {
      const { effectiveValues, plan } = planOfVisit(values, customer, openedClock)
      const content = photo.blob ? { ...effectiveValues, Photo_ID: 'photo' } : effectiveValues
      return problemsOf(content, plan, today, linesFor(effectiveValues))
    },
    toBody: (values) => visitEventValues(values, customer, openedClock, linesFor(values)),
    send: async (body, key) => {
      const values = membersOf(body)
      if (corrected) {
        const group = corrected.event.kind === 'visit' ? groupValuesOf(corrected.event) : {}
        await correctEntry(corrected.event.id, { ...values, ...group })
        saved.current = corrected
        return
      }
      saved.current = await recordEvent('visit', {
        customer: eventCustomerOf(customer),
        seen: seenPlanOf(customer),
        name: customer.name,
        values,
        photo: photo.blob,
        id: eventIdOf(key),
      })
    },
  })
  const { values, problems, setValue } = form
  const { plan, planRelation, remainingPlan } = planOfVisit(values, customer, openedClock)
  const planned = plannedFor(plan, clock)
  const outcome = outcomeOf(values, plan)
  const last = lastAdviceOf(customer)
  const { balance } = customer

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    const result = await form.submit()
    if (result?.kind === 'saved' && saved.current) {
      const restorePhoto = photo.remove()
      const restoreDraft = (): void => {
        result.restoreDraft()
        restorePhoto()
      }
      const { event: recorded } = saved.current
      const isAdvised = values.New_Recommended_Materials.length > 0 && isMade(outcome)
      notifySaved(saved.current, nameOf(customer), {
        restoreDraft: corrected ? undefined : restoreDraft,
        openSlip: isAdvised ? () => void navigate(slipPath(recorded)) : undefined,
      })
      await navigate(corrected ? '/outbox' : '/today')
    } else if (result?.kind === 'refused') {
      const [first] = result.problems
      if (first) element.current?.querySelector<HTMLElement>(`[name=${first.field}]`)?.focus()
      notify({
        tone: 'bad',
        text: first?.message ?? result.detail,
        detail: first
          ? t('Check the marked fields below. Nothing you typed is lost.')
          : t('Save again if this is another visit.'),
      })
    } else if (result?.kind === 'unreachable')
      notify({ tone: 'bad', text: t('Could not save on this phone'), detail: result.detail })
  }
  const nextVisit = remainingPlan ? (
    <p className="visit-planned">
      {t('The next visit stays planned for {moment}', { moment: remainingPlan.label })}
    </p>
  ) : (
    <NextVisitChips
      value={values.Next_Visit_Suggested}
      problem={problems.Next_Visit_Suggested}
      today={today}
      interval={plan.Visit_In_Days}
      reasonOf={reasonOf}
      onChoose={(value) => setValue('Next_Visit_Suggested', value)}
    />
  )
  return (
    // noValidate: our messages beside the fields say more than the browser's and are shown all at once.
    <form
      ref={element}
      className="visit-form field-form"
      noValidate
      aria-label={t('Record a visit to {customer}', { customer: nameOf(customer) })}
      onSubmit={(event) => void save(event)}
    >
      <p className="field-form-facts">
        {[
          cityOf(customer),
          planned
            ? t('Planned for {moment}', { moment: planned.label })
            : formatDue(dueOf(customer, clock), today),
          balance && formatBalance(balance, formatDate),
        ]
          .filter(Boolean)
          .join(' · ')}
        <LicenceBadges licences={customer.licences} today={today} />
      </p>
      {customer.proposedBy !== undefined && (
        <p className="field-note">
          {t('The office has not approved this customer yet. The visit is sent, and stored when it does.')}
        </p>
      )}
      {corrected?.message && (
        <p className="field-note field-note-bad">
          {t('It was refused: {reason}', { reason: corrected.message })}
        </p>
      )}
      {form.hasDraft && (
        <p className="visit-kept">
          {t('Your earlier entries were restored.')}
          <Button
            tone="quiet"
            onClick={() => {
              form.startAgain()
              photo.remove()
            }}
          >
            {t('Start again')}
          </Button>
        </p>
      )}
      <OutcomeField form={form} value={outcome} isPlanned={plan.Plan !== null} />
      {isMade(outcome) ? (
        <>
          <AdviceResults last={last} nameOf={masterName(masters)} values={values} onChoose={setValue} />
          <AdviceChips soil={customer.soil} today={today} masters={masters} form={form} />
          <AdviceDoses
            lines={linesFor(values)}
            nameOf={masterName(masters)}
            results={masters.results}
            form={form}
          />
          {nextVisit}
          <CollectionFields form={form} />
          <FeedbackField form={form} rows={2} isOptional />
          {outcome === 'visited' && <JointVisit form={form} />}
          {!corrected && <PhotoInput photo={photo} />}
          {outcome === 'visited' && (
            <PlaceField form={form} canSaveToCustomer={customer.place?.of !== 'customer'} />
          )}
          <VisitedOnField form={form} today={today} />
          {planRelation && planned && (
            <PlanRelationField form={form} value={planRelation} day={planned.day} />
          )}
        </>
      ) : (
        <>
          <ReasonField form={form} outcome={outcome} />
          {outcome === 'missed' && nextVisit}
        </>
      )}
      <div className="field-save">
        <Button type="submit" tone="main" busy={form.isSaving || photo.isReading}>
          {form.isSaving ? t('Saving…') : t('Save')}
        </Button>
      </div>
    </form>
  )
}

/** Says that it is on the phone; the strip says when it is sent. */
function notifySaved(
  entry: OutboxEntry,
  name: string,
  { restoreDraft, openSlip }: { restoreDraft: (() => void) | undefined; openSlip: (() => void) | undefined },
): void {
  notify({
    tone: 'good',
    text: t('Saved on this phone: {reference}', { reference: entry.reference }),
    detail: t('Visit to {name}. It is sent as soon as there is a network.', { name }),
    crossesPages: true,
    other: openSlip && { label: t('Slip'), run: openSlip },
    ...(restoreDraft && { action: { label: t('Undo'), run: () => void undoEvent(entry, restoreDraft) } }),
  })
}
