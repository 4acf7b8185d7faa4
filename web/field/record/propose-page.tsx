import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adviseGstin } from '#domain/india/gstin.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { attemptOfDraft, discardDraft, readDraft, saveDraft } from '../../api/drafts/drafts.ts'
import { correctEntry, isOutboxRead, useOutbox, type OutboxEntry } from '../../outbox/outbox.ts'
import { usePack } from '../../outbox/pack.ts'
import { renewKey, SavedBefore } from '../../api/drafts/submit-once.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { eventIdOf } from '../../outbox/store/event-id.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusField, useSubmit } from '../../ui/use-submit.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import '../../ui/controls.css'
import '../../visits/visits.css'
import { FieldPage } from '../field-page.tsx'
import { HereButton } from '../here-button.tsx'
import { masterName } from '../field-customer.ts'
import { isNewCustomer } from '../use-field-customer.ts'
import {
  emptyProposal,
  formOfProposal,
  problemsOfProposal,
  proposalFields,
  proposalValues,
  withCityInRemarks,
  type ProposalField,
  type ProposalForm,
} from './propose-values.ts'
import { discardStoredDraft } from './stored-draft.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

/** Proposes a customer that the phone does not have; visits can be recorded for it at once. */
export function ProposePage(): ReactNode {
  const query = useSearchParams()
  const correctedId = query.get('correct')
  const entries = useOutbox()
  const corrected = entries.find(({ event, state }) => event.id === correctedId && state === 'refused')
  return (
    <FieldPage
      heading={t('New customer')}
      lead={t('The office approves it. You can record visits to it at once.')}
      worksWithoutPack
    >
      {isOutboxRead(entries) && (
        <ProposeForm key={correctedId ?? ''} corrected={corrected} name={query.get('name') ?? ''} />
      )}
    </FieldPage>
  )
}

const baseOf = (corrected: OutboxEntry | undefined, name: string): ProposalForm =>
  corrected && isNewCustomer(corrected.event)
    ? formOfProposal(corrected.event)
    : { ...emptyProposal, Customer_Name: name }

/** The base with the entries of a draft. */
function withDraft(base: ProposalForm, draft: string): ProposalForm {
  const stored = readDraft(draft)?.values ?? {}
  const texts = proposalFields.flatMap((field) =>
    typeof stored[field] === 'string' ? [[field, stored[field]]] : [],
  )
  return { ...base, ...Object.fromEntries(texts) }
}

const isSame = (one: ProposalForm, other: ProposalForm): boolean =>
  proposalFields.every((field) => one[field] === other[field])

interface InputOptions {
  field: ProposalField
  label: string
  isRequired?: boolean
  type?: string
  inputMode?: 'numeric' | 'tel'
  /** What may be wrong; it is saved nevertheless. */
  warnings?: readonly string[]
  onBlur?: () => void
  options?: readonly { code: string; name: string }[]
}

interface ProposeFormProps {
  corrected: OutboxEntry | undefined
  name: string
}

function ProposeForm({ corrected: refused, name }: ProposeFormProps): ReactNode {
  // The form stays about it, also when another tab sends it.
  const [corrected] = useState(refused)
  const { masters } = usePack()
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  // After a log-in without a network this phone does not know the cities.
  const hasCities = masters.cities.length > 0
  const cities = masters.cities.map(({ code, name: city, localName }) => ({
    code,
    name: shownName(city, localName),
  }))
  // A member named `draft` is a name to the check that finds texts outside of t('…').
  const { draft } = { draft: `customer proposal ${corrected?.event.id ?? ''}`.trim() }
  useState(() => discardStoredDraft(draft))
  const [base] = useState(() => baseOf(corrected, name))
  const [form, setForm] = useState(() => withDraft(base, draft))
  const [hasDraft, setHasDraft] = useState(() => !isSame(form, base))
  // While it is typed, it is too short.
  const [isGstinComplete, setGstinComplete] = useState(form.GSTIN !== '')
  /** The button that was pressed: it also says where to go afterwards. */
  const goesOn = useRef(true)
  const { isBusy, problems, setProblems, clearProblems, submit } = useSubmit({
    send: async (values: ReturnType<typeof proposalValues>): Promise<OutboxEntry> => {
      if (!corrected) {
        const record = (): Promise<OutboxEntry> => {
          const key = attemptOfDraft(draft).read()?.key
          return recordEvent('proposal', { customer: null, seen: null, values, id: key && eventIdOf(key) })
        }
        return record().catch((error: unknown) => {
          if (!(error instanceof SavedBefore)) throw error
          // Another tab has recorded the draft as it was before: this is another customer.
          renewKey(attemptOfDraft(draft))
          return record()
        })
      }
      await correctEntry(corrected.event.id, values)
      return corrected
    },
    fields: proposalFields,
    success: (entry) => ({
      text: t('Saved on this phone: {reference}', { reference: entry.reference }),
      detail: t('{name} is proposed to the office.', { name: form.Customer_Name.trim() }),
      crossesPages: true,
    }),
    failure: t('Could not save on this phone'),
    onSuccess: async (entry) => {
      discardDraft(draft)
      await navigate(goesOn.current && !corrected ? `/record/${entry.event.id}` : '/outbox', {
        replace: true,
      })
    },
  })
  useEffect(
    () => saveDraft(draft, isSame(form, base) ? null : { values: form, none: [] }),
    [draft, form, base],
  )
  const setValue = (field: ProposalField, value: string): void => {
    setForm((current) => ({ ...current, [field]: value }))
    clearProblems(field)
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = problemsOfProposal(form)
    if (Object.keys(wrong).length > 0) {
      setProblems(wrong)
      if (element.current) focusField(element.current, wrong, { fields: proposalFields })
      return
    }
    void submit(proposalValues(hasCities ? form : withCityInRemarks(form)))
  }
  const input = ({ field, label, isRequired = false, warnings = [], ...rest }: InputOptions): ReactNode => (
    <Field
      label={label}
      isOptional={!isRequired}
      problem={problems[field]}
      aside={
        <output className="field-advice">
          {warnings.map((warning) => (
            <span key={warning}>{warning}.</span>
          ))}
        </output>
      }
    >
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          {...rest}
          className="control"
          name={field}
          value={form[field]}
          maxLength={limits.name}
          onChange={(event) => setValue(field, event.target.value)}
        />
      )}
    </Field>
  )
  const select = ({ field, label, isRequired = false, options = [] }: InputOptions): ReactNode => (
    <Field label={label} isOptional={!isRequired} problem={problems[field]}>
      {(control) => (
        <select
          {...control}
          className="control"
          name={field}
          value={form[field]}
          onChange={(event) => setValue(field, event.target.value)}
        >
          <option value="">{t('Choose…')}</option>
          {options.map(({ code, name: optionName }) => (
            <option key={code} value={code}>
              {optionName}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <form ref={element} className="visit-form field-form" noValidate onSubmit={save}>
      {corrected?.message && (
        <p className="field-note field-note-bad">
          {t('It was refused: {reason}', { reason: corrected.message })}
        </p>
      )}
      {hasDraft && (
        <p className="visit-kept">
          {t('Your earlier entries were restored.')}
          <Button
            tone="quiet"
            onClick={() => {
              setForm(base)
              setHasDraft(false)
              clearProblems()
            }}
          >
            {t('Start again')}
          </Button>
        </p>
      )}
      {input({ field: 'Customer_Name', label: t('Customer Name'), isRequired: true })}
      {input({ field: 'Customer_Phone', label: t('Customer Phone'), type: 'tel', inputMode: 'tel' })}
      {hasCities
        ? select({ field: 'City_Code', label: t('City'), options: cities, isRequired: true })
        : input({ field: 'City_Code', label: t('City'), isRequired: true })}
      {input({ field: 'Street', label: t('Street') })}
      {input({ field: 'Pin_Code', label: t('Pin Code'), inputMode: 'numeric' })}
      {input({
        field: 'GSTIN',
        label: t('GSTIN'),
        warnings: isGstinComplete ? adviseGstin(form.GSTIN) : [],
        onBlur: () => setGstinComplete(true),
      })}
      {masters.soils.length > 0 &&
        select({
          field: 'Soil_Name',
          label: t('Soil Name'),
          options: masters.soils.map((soil) => ({ code: soil, name: masterName(masters)(soil) })),
        })}
      <Field label={t('Location')} isOptional isGroup problem={problems.Place}>
        {() => (
          <HereButton
            place={form.Place}
            onPlace={(place) => setValue('Place', place)}
            label={t('I am at the customer now')}
          />
        )}
      </Field>
      <Field label={t('Remarks for the office')} isOptional problem={problems.remarks}>
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={2}
            name="remarks"
            value={form.remarks}
            maxLength={limits.freeText}
            onChange={(event) => setValue('remarks', event.target.value)}
          />
        )}
      </Field>
      <div className="field-save">
        <Button type="submit" tone="main" busy={isBusy} onClick={() => (goesOn.current = true)}>
          {corrected ? t('Save') : t('Save and record a visit')}
        </Button>
        {!corrected && (
          <Button type="submit" busy={isBusy} onClick={() => (goesOn.current = false)}>
            {t('Save only')}
          </Button>
        )}
      </div>
    </form>
  )
}
