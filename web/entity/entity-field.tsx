import { memo, Suspense, useCallback, useMemo, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field as FieldDeclaration } from '#domain/catalogue/field.ts'
import type { OptionQuery, Options } from '../api/options.ts'
import { Field } from '../ui/field.tsx'
import { optionalPart } from '../ui/optional-part.ts'
import { questionOf } from './cascade.ts'
import { useFormAround } from './form-context.ts'
import { isRadioGroup } from './inputs/choice-input.tsx'
import { inputOfKind } from './inputs/input-of-kind.ts'
import { NewChoice } from './new-choice.tsx'
import type { Typed } from './typed.ts'
import type { EntityFormState } from './use-entity-form.ts'

const ExistingRecord = optionalPart(async () => (await import('./existing-record.tsx')).ExistingRecord)
const Advice = optionalPart(async () => (await import('./advice.tsx')).Advice)

/** One field of the form around it, by name: all a layout of its own has to write. */
export function EntityField({ name }: { name: string }): ReactNode {
  const { form, sources, reload } = useFormAround()
  const { entity } = form
  const field = entity.fields[name]
  if (!field) throw new Error(`${entity.name} has no field ${name}`)
  const question = field.reference && questionOf(entity, name, form.values)
  return (
    <FieldOfForm
      name={name}
      field={field}
      entity={entity}
      value={form.values[name] ?? ''}
      isNone={form.none.has(name)}
      problem={form.problems[name] ?? ''}
      first={sources.options[name] ?? null}
      // As text, because it is made anew with every key while it seldom changes.
      constraints={JSON.stringify(question?.constraints ?? {})}
      preview={field.series && (form.base ? String(form.base[name]) : sources.nextCode)}
      type={form.type}
      tickNone={form.tickNone}
      reload={reload}
    />
  )
}

interface FieldOfFormProps {
  name: string
  field: FieldDeclaration
  entity: Entity
  value: Typed
  isNone: boolean
  problem: string
  first: Options | null
  constraints: string
  preview: string | undefined
  type: EntityFormState['type']
  tickNone: EntityFormState['tickNone']
  reload: () => void
}

// A key in one field leaves the others, with all they offer, as they are.
const FieldOfForm = memo(function FieldOfForm(props: FieldOfFormProps): ReactNode {
  const { name, field, entity, value, isNone, problem, first, constraints, preview, type, reload } = props
  const { presence, typedIn, label, reference } = field
  const Input = inputOfKind[typedIn.as]
  const isChoosing = reference !== undefined
  const choosing = useMemo(() => {
    if (!isChoosing) return undefined
    const question = questionOf(entity, name, {})
    return {
      first,
      question: { ...question, constraints: JSON.parse(constraints) as OptionQuery['constraints'] },
      retry: reload,
    }
  }, [isChoosing, entity, name, first, constraints, reload])
  const onType = useCallback<(value: Typed, options?: Parameters<typeof type>[2]) => void>(
    (typed, options) => type(name, typed, options),
    [type, name],
  )
  const tick = presence === 'noneYet' && (
    <label className="choice choice-none">
      <input
        type="checkbox"
        checked={isNone}
        onChange={(event) => props.tickNone(name, event.target.checked)}
      />
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
      hint={typeof value === 'string' && typedIn.remarks?.[value]}
      aside={
        <>
          {tick}
          {typedIn.advice && !isNone && value !== '' && (
            <Suspense>
              <Advice name={name} />
            </Suspense>
          )}
          {problem && (
            <Suspense>
              <ExistingRecord name={name} />
            </Suspense>
          )}
        </>
      }
    >
      {(attributes) => {
        const input = (
          <Input
            name={name}
            field={field}
            value={isNone ? '' : value}
            onType={onType}
            attributes={attributes}
            isRequired={(presence === 'required' || presence === 'noneYet') && !isNone}
            isDisabled={isNone}
            choosing={choosing}
            preview={preview}
          />
        )
        return choosing ? (
          <NewChoice
            name={name}
            controlId={attributes.id}
            within={entity.name}
            field={field}
            choosing={choosing}
            onType={onType}
            value={value}
          >
            {input}
          </NewChoice>
        ) : (
          input
        )
      }}
    </Field>
  )
})
