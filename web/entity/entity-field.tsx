import { createContext, memo, use, type ReactNode } from 'react'
import { Link } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Field as FieldDeclaration } from '#domain/catalogue/field.ts'
import { forms } from '#domain/contract/forms.ts'
import { Field } from '../ui/field.tsx'
import type { FormSources, Option } from './form-sources.ts'
import { inSentence } from './in-sentence.ts'
import { isRadioGroup } from './inputs/choice-input.tsx'
import { inputOfKind } from './inputs/input-of-kind.ts'
import type { Typed } from './typed-values.ts'
import type { EntityFormState } from './use-entity-form.ts'

interface FormInContext {
  form: EntityFormState
  sources: FormSources
}

export const EntityFormContext = createContext<FormInContext | null>(null)

/** One field of the form around it, by name: all a layout of its own has to write. */
export function EntityField({ name }: { name: string }): ReactNode {
  const context = use(EntityFormContext)
  const field = context?.form.entity.fields[name]
  if (!context || !field) throw new Error(`There is no field ${name} in the form around it`)
  const { form, sources } = context
  return (
    <FieldOfForm
      name={name}
      field={field}
      value={form.values[name] ?? ''}
      isNone={form.none.has(name)}
      problem={form.problems[name] ?? ''}
      options={sources.options[name] ?? noOptions}
      preview={field.series ? sources.nextCode : undefined}
      type={form.type}
      tickNone={form.tickNone}
    />
  )
}

const noOptions: readonly Option[] = []

interface FieldOfFormProps {
  name: string
  field: FieldDeclaration
  value: Typed
  isNone: boolean
  problem: string
  options: readonly Option[]
  preview: string | undefined
  type: EntityFormState['type']
  tickNone: EntityFormState['tickNone']
}

// A keystroke in one field leaves the others, with their hundreds of options, as they are.
const FieldOfForm = memo(function FieldOfForm(props: FieldOfFormProps): ReactNode {
  const { name, field, value, isNone, problem, options, preview, type, tickNone } = props
  const { presence, typedIn, label, reference } = field
  const Input = inputOfKind[typedIn.as]
  const tick = presence === 'noneYet' && (
    <label className="choice choice-none">
      <input type="checkbox" checked={isNone} onChange={(event) => tickNone(name, event.target.checked)} />
      none yet
      <span className="for-readers">: {label}</span>
    </label>
  )
  return (
    <Field
      label={label}
      isOptional={presence === 'optional'}
      isGroup={typedIn.as === 'choice' && isRadioGroup(typedIn.choices)}
      problem={problem || undefined}
      hint={reference && options.length === 0 ? <NothingToChoose target={reference.entity} /> : undefined}
      aside={tick}
    >
      {(attributes) => (
        <Input
          name={name}
          field={field}
          value={isNone ? '' : value}
          onType={(typed) => type(name, typed)}
          attributes={attributes}
          isRequired={(presence === 'required' || presence === 'noneYet') && !isNone}
          isDisabled={isNone}
          options={options}
          preview={preview}
        />
      )}
    </Field>
  )
})

/** An empty list is a dead end unless it says where its records come from. */
function NothingToChoose({ target }: { target: string }): ReactNode {
  const form = forms.find((each) => each.entity === target)
  return (
    <>
      No {inSentence(entityNamed(target).plural)} yet.{' '}
      {form && <Link to={form.route}>Add one in {form.menu}</Link>}
    </>
  )
}
