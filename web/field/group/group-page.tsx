import { useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { groupKinds } from '#domain/catalogue/entities/visit-choices.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { guardFactsOf } from '#domain/field/pack-facts.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { t } from '#domain/messages/t.ts'
import type { Options } from '../../api/options.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { discardDraft } from '../../api/drafts/drafts.ts'
import { isOutboxRead, useOutbox, type OutboxEntry } from '../../outbox/outbox.ts'
import { usePack } from '../../outbox/pack.ts'
import { recordTogether } from '../../outbox/record-event.ts'
import { Button } from '../../ui/button.tsx'
import { ChosenList } from '../../ui/chosen-list.tsx'
import { DateControl } from '../../ui/date-control.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import '../../ui/controls.css'
import '../../visits/visits.css'
import '../../visit-entry/visit-detail.css'
import { linesOf } from '../../visit-entry/detail-values.ts'
import { AdviceDoses } from '../../visit-entry/fields/advice-doses.tsx'
import { useVisitForm } from '../../visit-entry/use-visit-form.ts'
import { cityOf, masterName, nameOf, type FieldCustomer } from '../field-customer.ts'
import { FieldPage } from '../field-page.tsx'
import { keptIndexOf, search } from '../find/search-index.ts'
import { AdviceChips } from '../record/advice-chips.tsx'
import { ColleaguesField } from '../record/colleagues-field.tsx'
import { PhotoInput } from '../record/photo-input.tsx'
import { discardStoredDraft } from '../record/stored-draft.ts'
import { usePhotoDraft } from '../record/use-photo-draft.ts'
import { useFieldClock } from '../use-field-clock.ts'
import { proposedCustomers } from '../use-field-customer.ts'
import {
  emptyGroup,
  groupEvents,
  linesOfGroup,
  problemsOfGroup,
  soilOfGroup,
  type GroupValues,
  type LinesFor,
} from './group-values.ts'

/** Records a meeting with several customers: one form, and a visit of each of them on the phone. */
export function GroupPage(): ReactNode {
  const entries = useOutbox()
  return (
    <FieldPage
      heading={t('Group visit')}
      lead={t('One meeting with several customers. It is on the timeline of each of them.')}
    >
      {isOutboxRead(entries) && <GroupForm />}
    </FieldPage>
  )
}

// A member named `draft` is a name to the check that finds texts outside of t('…').
const { draft } = { draft: 'group visit' }
const { draft: photoDraft } = { draft: 'group photo' }
const maxShown = 20

function GroupForm(): ReactNode {
  const pack = usePack()
  const entries = useOutbox()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const clock = useFieldClock()
  const [today] = useState(clock.today)
  useState(() => discardStoredDraft(draft) && discardDraft(photoDraft))
  const photo = usePhotoDraft({ draft: photoDraft })
  const customers = useMemo(() => [...pack.customers, ...proposedCustomers(entries, pack)], [pack, entries])
  const byId = useMemo(() => new Map(customers.map((customer) => [customer.id, customer])), [customers])
  const byCode = useMemo(
    () => new Map(customers.map((customer) => [codeOf(customer), customer.id])),
    [customers],
  )
  const chosenIn = (entered: GroupValues): FieldCustomer[] =>
    entered.customers.flatMap((id) => byId.get(id) ?? [])
  const linesIn =
    (entered: GroupValues): LinesFor =>
    (customer) =>
      linesOf(entered, guardFactsOf(customer, pack.masters), today)
  const saved = useRef<readonly OutboxEntry[]>([])
  const form = useVisitForm<GroupValues>({
    draft,
    initial: emptyGroup(today),
    alwaysInDraft: ['Visited_On'],
    check: (entered) =>
      problemsOfGroup(
        entered,
        today,
        (id) => byId.has(id),
        linesOfGroup(chosenIn(entered), linesIn(entered)),
      ),
    toBody: (entered) => entered,
    send: async (_, key) => {
      const events = groupEvents(form.values, chosenIn(form.values), key, {
        linesFor: linesIn(form.values),
        photo: photo.blob,
      })
      saved.current = await recordTogether('visit', events)
    },
  })
  const { values, problems, setValue } = form
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    const result = await form.submit()
    if (result?.kind === 'saved') {
      const restorePhoto = photo.remove()
      notifySaved(saved.current, values.Group_Title.trim(), () => {
        result.restoreDraft()
        restorePhoto()
      })
      await navigate('/today')
    } else if (result?.kind === 'refused') {
      const [first] = result.problems
      if (first) element.current?.querySelector<HTMLElement>(`[name=${first.field}]`)?.focus()
      notify({ tone: 'bad', text: first?.message ?? result.detail })
    } else if (result?.kind === 'unreachable')
      notify({ tone: 'bad', text: t('Could not save on this phone'), detail: result.detail })
  }
  const { colleagues = [] } = pack.masters
  return (
    <form
      ref={element}
      className="visit-form field-form"
      noValidate
      aria-label={t('Group visit')}
      onSubmit={(event) => void save(event)}
    >
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
      <Field label={t('Group Title')} problem={problems.Group_Title}>
        {(control) => (
          <input
            {...control}
            className="control"
            name="Group_Title"
            value={values.Group_Title}
            onChange={(event) => setValue('Group_Title', event.target.value)}
            required
            maxLength={limits.name}
          />
        )}
      </Field>
      <Field label={t('Group Kind')}>
        {(control) => (
          <select
            {...control}
            className="control"
            name="Group_Kind"
            value={values.Group_Kind}
            onChange={(event) => setValue('Group_Kind', event.target.value)}
          >
            {groupKinds.map((each) => (
              <option key={each} value={each}>
                {t(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChosenList
        name="customers"
        label={t('Customers')}
        isRequired
        problem={problems.customers}
        chosen={values.customers.map((id) => {
          const customer = byId.get(id)
          return customer ? { code: codeOf(customer), name: nameOf(customer) } : { code: id, name: id }
        })}
        load={async (typed) => findCustomers(customers, typed)}
        onChange={(chosen) =>
          setValue(
            'customers',
            chosen.map(({ code }) => byCode.get(code) ?? code),
          )
        }
      />
      <Field
        label={t('Attendees')}
        isOptional
        hint={t('How many people came, customers or not')}
        problem={problems.Attendees}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            name="Attendees"
            value={values.Attendees}
            onChange={(event) => setValue('Attendees', event.target.value)}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </Field>
      {(colleagues.length > 0 || values.Joined_By.length > 0) && (
        <ColleaguesField
          chosen={values.Joined_By}
          problem={problems.Joined_By}
          onChoose={(numbers) => setValue('Joined_By', numbers)}
        />
      )}
      <AdviceChips soil={soilOfGroup(chosenIn(values))} today={today} masters={pack.masters} form={form} />
      <AdviceDoses
        lines={linesOfGroup(chosenIn(values), linesIn(values))}
        nameOf={masterName(pack.masters)}
        results={pack.masters.results}
        form={form}
      />
      <Field label={t('Feedback')} isOptional problem={problems.Feedback}>
        {(control) => (
          <textarea
            {...control}
            className="control"
            name="Feedback"
            value={values.Feedback}
            onChange={(event) => setValue('Feedback', event.target.value)}
            rows={3}
            maxLength={limits.freeText}
          />
        )}
      </Field>
      <PhotoInput photo={photo} hint={t('It is stored with the visit of the first customer.')} />
      <Field label={t('Visited On')} problem={problems.Visited_On}>
        {(control) => (
          <DateControl
            name="Visited_On"
            label={t('Visited On')}
            value={values.Visited_On}
            attributes={control}
            isRequired
            onType={(value) => setValue('Visited_On', value)}
          />
        )}
      </Field>
      <label className="check">
        <input
          type="checkbox"
          name="Keeps_Plan"
          checked={values.Keeps_Plan !== ''}
          onChange={(event) => setValue('Keeps_Plan', event.target.checked ? 'yes' : '')}
        />{' '}
        {t('Keep the open plans of these customers')}
      </label>
      <div className="field-save">
        <Button type="submit" tone="main" busy={form.isSaving || photo.isReading}>
          {form.isSaving ? t('Saving…') : t('Save')}
        </Button>
      </div>
    </form>
  )
}

/** A proposed customer has no code yet. */
const codeOf = ({ code, id }: FieldCustomer): string => code || referenceOf(id)

/** By name, village, code or phone. */
function findCustomers(customers: readonly FieldCustomer[], typed: string): Options {
  const found = typed.trim()
    ? search(keptIndexOf(customers), typed, maxShown + 1)
    : customers.slice(0, maxShown + 1)
  return {
    items: found.slice(0, maxShown).map((customer) => ({
      value: codeOf(customer),
      title: [nameOf(customer), cityOf(customer)].filter(Boolean).join(', '),
      facts: [],
    })),
    more: found.length > maxShown,
  }
}

function notifySaved(entries: readonly OutboxEntry[], title: string, restoreDraft: () => void): void {
  notify({
    tone: 'good',
    text: t('Saved on this phone: {reference}', { reference: entries[0]?.reference ?? '' }),
    detail: t(
      '{title}, {count, plural, one {# customer} other {# customers}}. It is sent as soon as there is a network.',
      { title, count: entries.length },
    ),
    crossesPages: true,
    action: { label: t('Undo'), run: () => void undo(entries, restoreDraft) },
  })
}

async function undo(entries: readonly OutboxEntry[], restoreDraft: () => void): Promise<void> {
  notify(null)
  try {
    await recordTogether(
      'undo',
      entries.map(({ event, name }) => ({
        customer: event.customer,
        seen: null,
        name,
        values: { event: event.id },
      })),
    )
    restoreDraft()
    notify({
      tone: 'good',
      text: t('Undone'),
      detail: t('Your entries are restored when you open the form again.'),
    })
  } catch (error) {
    notify({ tone: 'bad', text: t('Could not undo'), detail: sentenceOf(error) })
  }
}
