import { useState, type FormEvent, type ReactNode } from 'react'
import type { ProposalDetail } from '#domain/api/field/proposals.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { EntityField } from '../masters/form/entity-field.tsx'
import { EntityFormContext } from '../masters/form/form-context.ts'
import { typedValues } from '../masters/form/typed-values.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { RichText, strong } from '../messages/rich-text.tsx'
import { Link } from '../ui/link.tsx'
import { useApproval, type DecisionProps } from './approval.ts'
import { DecisionBar } from './decision-bar.tsx'
import { PlaceField } from './place-field.tsx'
import { labelOfField } from './proposal-labels.ts'
import { useProposalForm } from './use-proposal-form.ts'
import { useProposalKeys } from './use-proposal-keys.ts'
import { nameCodes, type Names } from '#domain/lists/names.ts'
import { t } from '#domain/messages/t.ts'

const { customer } = entities

/** The current values in the format of the form; the location among them. */
function currentTexts({ current, place }: ProposalDetail): Record<string, string> {
  const typed = current ? Object.entries(typedValues(customer, current)) : []
  const texts = typed.map(([name, value]) => [name, typeof value === 'string' ? value : value.join(', ')])
  return { ...Object.fromEntries(texts), Place: place ? customerPlaceText(place) : '' }
}

const customerPlaceText = ({ Place }: NonNullable<ProposalDetail['place']>): string =>
  entities.customerPlace.fields.Place.show(Place)

/** A correction field by field: what is stored, what the phone showed, and the proposed value, which can be changed. */
export function CorrectionForm(props: DecisionProps): ReactNode {
  const { proposal, onRefuse } = props
  const { proposed, before, current, place: storedPlace, missing, mergedInto, names: codeNames } = proposal
  const stored = currentTexts(proposal)
  const names = Object.keys(proposed).filter(
    (name) => name === 'Place' || Object.hasOwn(customer.fields, name),
  )
  const others = Object.keys(proposed).filter((name) => !names.includes(name))
  const given = Object.fromEntries(
    names.filter((name) => name !== 'Place').map((name) => [name, proposed[name] ?? '']),
  )
  const { Place: _, ...storedFields } = stored
  const { context, form, element, showProblems } = useProposalForm(proposal, { ...storedFields, ...given })
  const [place, setPlace] = useState(proposed['Place'] ?? '')
  const [placeProblem, setPlaceProblem] = useState<string>()
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, submit } = useApproval(props, ({ errors }) => {
    showProblems(errors)
    setPlaceProblem(errors.find(({ field }) => field === 'Place')?.message)
  })
  const canApprove = current !== null
  const approve = (): void => {
    const taken = names.filter((name) => !skipped.has(name))
    const values = Object.fromEntries(
      taken.map((name) => [name, name === 'Place' ? place.trim() : form.values[name]]),
    )
    void submit({
      values,
      ...(current && { version: current.version }),
      ...(storedPlace && { placeVersion: storedPlace.version }),
      ...(mergedInto && { customer: mergedInto.id }),
    })
  }
  useProposalKeys(canApprove ? { onApprove: approve } : {})
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (canApprove) approve()
  }
  const skip = (name: string, isSkipped: boolean): void =>
    setSkipped(new Set(isSkipped ? [...skipped, name] : [...skipped].filter((each) => each !== name)))
  return (
    <form ref={element} className="proposal-form" noValidate onSubmit={onSubmit}>
      {missing && <MissingCustomer missing={missing} mergedInto={mergedInto} />}
      <EntityFormContext value={context}>
        {names.map((name) => (
          <CorrectedField
            key={name}
            name={name}
            stored={stored[name] ?? ''}
            shown={before[name]}
            names={codeNames[name]}
            isSkipped={skipped.has(name)}
            onSkip={(isSkipped) => skip(name, isSkipped)}
          >
            {name === 'Place' ? (
              <PlaceField
                value={place}
                problem={placeProblem}
                onType={(typed) => {
                  setPlace(typed)
                  setPlaceProblem(undefined)
                }}
              />
            ) : (
              <EntityField name={name} />
            )}
          </CorrectedField>
        ))}
      </EntityFormContext>
      {others.length > 0 && (
        <ul className="proposal-others">
          {others.map((name) => (
            <li key={name}>{t('{name}: {value}', { name, value: proposed[name] ?? '' })}</li>
          ))}
        </ul>
      )}
      <DecisionBar isBusy={isBusy} action={canApprove ? t('Approve') : undefined} onRefuse={onRefuse} />
    </form>
  )
}

interface CorrectedFieldProps {
  name: string
  /** The value stored now. */
  stored: string
  /** The value that the phone showed; undefined if it did not say. */
  shown: string | null | undefined
  /** The names of codes. */
  names: Names[string] | undefined
  isSkipped: boolean
  onSkip: (isSkipped: boolean) => void
  children: ReactNode
}

function CorrectedField({
  name,
  stored,
  shown,
  names,
  isSkipped,
  onSkip,
  children,
}: CorrectedFieldProps): ReactNode {
  const isChangedSince = shown !== undefined && (shown ?? '') !== stored
  const label = labelOfField(name)
  return (
    <div className={`proposal-field ${isSkipped ? 'is-skipped' : ''}`}>
      <dl className="proposal-stored">
        <div>
          <dt>{t('{label} now', { label })}</dt>
          <dd>{stored ? nameCodes(stored, names, stored) : t('none')}</dd>
        </div>
        {isChangedSince && (
          <div className="proposal-since">
            <dt>{t('The phone showed')}</dt>
            <dd>{shown ? nameCodes(shown, names, shown) : t('none')}</dd>
          </div>
        )}
      </dl>
      <div className="proposal-value">
        {children}
        <label className="choice">
          <input type="checkbox" checked={!isSkipped} onChange={(event) => onSkip(!event.target.checked)} />
          {t('Save {label}', { label })}
        </label>
      </div>
    </div>
  )
}

function MissingCustomer({ missing, mergedInto }: Pick<ProposalDetail, 'missing' | 'mergedInto'>): ReactNode {
  if (missing === 'merged' && mergedInto)
    return (
      <p className="proposal-missing">
        <RichText
          message="The customer was merged into <customer></customer> meanwhile. Approving changes <strong>{code}</strong>."
          values={{ code: mergedInto.code }}
          tags={{
            customer: () => <CustomerLink code={mergedInto.code} name={mergedInto.name} />,
            strong,
          }}
        />
      </p>
    )
  return (
    <p className="proposal-missing">
      {missing === 'deleted' ? (
        <RichText
          message="The customer was deleted meanwhile. Restore it from the <bin>bin</bin> to approve the correction, or refuse it."
          tags={{ bin: (text) => <Link to="/bin?entity=customer">{text}</Link> }}
        />
      ) : (
        t('The customer is outside of what you see, so that you cannot approve the correction.')
      )}
    </p>
  )
}
