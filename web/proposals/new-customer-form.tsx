import { useState, type FormEvent, type ReactNode } from 'react'
import { entities } from '#domain/catalogue/catalogue.ts'
import { formatList } from '#domain/text.ts'
import { useMay } from '../api/use-may.ts'
import { EntityField } from '../masters/form/entity-field.tsx'
import { EntityFormContext } from '../masters/form/form-context.ts'
import { readTyped } from '../masters/form/read-typed.ts'
import { sectionsOf } from '../masters/form/sections.ts'
import { editableFields } from '../masters/form/typed-values.ts'
import { notify } from '../ui/notices.tsx'
import { useApproval, type DecisionProps } from './approval.ts'
import { DecisionBar } from './decision-bar.tsx'
import { PlaceField } from './place-field.tsx'
import { labelOfField } from './proposal-labels.ts'
import { useProposalForm } from './use-proposal-form.ts'
import { useProposalKeys } from './use-proposal-keys.ts'
import { t } from '#domain/messages/t.ts'

const { customer } = entities

/** A new customer has no visits yet. */
const leftOut = ['Last_Visited', 'Last_Visit_ID']

const filledIn = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      Object.hasOwn(customer.fields, name) && value ? [[name, value]] : [],
    ),
  )

/** The form of a new customer, with the proposed values and those that customers of the same city share. */
export function NewCustomerForm(props: DecisionProps): ReactNode {
  const { proposal, onRefuse } = props
  const { proposed, suggested } = proposal
  const { context, form, element, showProblems } = useProposalForm(proposal, {
    ...suggested,
    ...filledIn(proposed),
  })
  const [place, setPlace] = useState(proposed['Place'] ?? '')
  const [placeProblem, setPlaceProblem] = useState<string>()
  const may = useMay()
  const { isBusy, submit } = useApproval(props, ({ errors }) => {
    showProblems(errors)
    setPlaceProblem(errors.find(({ field }) => field === 'Place')?.message)
  })
  const approve = (): void => {
    const blank = editableFields(customer)
      .filter(([name, { presence }]) => presence === 'noneYet' && form.values[name] === '')
      .map(([name]) => name)
    const { values, problems } = readTyped(customer, form.values, new Set([...form.none, ...blank]))
    if (problems.length > 0) {
      showProblems(problems)
      notify({
        tone: 'bad',
        text: t('The proposal was not approved'),
        detail: t(
          '{count, plural, one {# field needs a value} other {# fields need a value}}: they are marked below.',
          { count: problems.length },
        ),
      })
    } else void submit({ values: { ...values, ...(place.trim() !== '' && { Place: place.trim() }) } })
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    approve()
  }
  const canApprove = may('create', 'customer')
  useProposalKeys(canApprove ? { onApprove: approve } : {})
  const shared = Object.keys(suggested).map(labelOfField)
  return (
    <form ref={element} className="proposal-form" noValidate onSubmit={onSubmit}>
      <p className="proposal-hint">
        {t('Proposed: {fields}.', { fields: formatList(Object.keys(proposed).map(labelOfField)) })}{' '}
        {shared.length > 0 &&
          t('From the newest customer in the same city: {fields}. Check them.', {
            fields: formatList(shared),
          })}
      </p>
      <EntityFormContext value={context}>
        {sectionsOf()['customer']!.map(({ legend, fields }) => {
          const shown = fields.filter((name) => !leftOut.includes(name))
          return (
            <fieldset key={legend} className="entity-section">
              <legend>{legend}</legend>
              <div className="entity-fields">
                {shown.map((name) => (
                  <EntityField key={name} name={name} />
                ))}
                {shown.includes('City_Code') && (
                  <PlaceField
                    value={place}
                    problem={placeProblem}
                    onType={(typed) => {
                      setPlace(typed)
                      setPlaceProblem(undefined)
                    }}
                  />
                )}
              </div>
            </fieldset>
          )
        })}
      </EntityFormContext>
      <DecisionBar
        isBusy={isBusy}
        action={canApprove ? t('Approve as a new customer') : undefined}
        onRefuse={onRefuse}
      />
    </form>
  )
}
