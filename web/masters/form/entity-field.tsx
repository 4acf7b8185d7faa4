import { memo, Suspense, useCallback, useMemo, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field as FieldDeclaration } from '#domain/catalogue/field.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { titleFieldOf } from '#domain/duplicates/title-field.ts'
import type { Options } from '../../api/options.ts'
import { useAuth } from '../../api/use-auth.tsx'
import { forReaders, RichText } from '../../messages/rich-text.tsx'
import { Field } from '../../ui/field.tsx'
import { optionalComponent } from '../../ui/load-code.ts'
import { optionQueryOf } from './cascade.ts'
import { useFormContext } from './form-context.ts'
import { isRadioGroup } from '../inputs/choice-input.tsx'
import { inputOfKind } from '../inputs/input-of-kind.ts'
import { NewChoice } from '../new-choice/new-choice.tsx'
import type { Typed } from './typed.ts'
import { editableFields } from './typed-values.ts'
import type { EntityFormState } from './use-entity-form.ts'
import { useLanguage } from '../../messages/language.ts'
import { t } from '#domain/messages/t.ts'

// Shown while the form is filled in.
const loadHints = () => import('./hints/field-hints.ts')
const ExistingRecord = optionalComponent(async () => (await loadHints()).ExistingRecord)
const DuplicateHint = optionalComponent(async () => (await loadHints()).DuplicateHint)
const Advice = optionalComponent(async () => (await loadHints()).Advice)

/** A field of the surrounding form, by name, for use in any layout. */
export function EntityField({ name }: { name: string }): ReactNode {
  const { form, sources, reload } = useFormContext()
  const { isLoggedIn } = useAuth()
  const { entity } = form
  const field = entity.fields[name]
  if (!field) throw new Error(`${entity.name} has no field ${name}`)
  const optionQuery = field.reference && optionQueryOf(entity, name, form.values)
  return (
    <FieldOfForm
      name={name}
      field={field}
      entity={entity}
      value={form.values[name] ?? ''}
      isNone={form.none.has(name)}
      problem={form.problems[name] ?? ''}
      first={sources.options[name] ?? null}
      // As text, because the object is new on every render and the memo compares by identity.
      constraints={JSON.stringify(optionQuery?.constraints ?? {})}
      preview={field.series && (form.base ? showPlain(form.base[name] ?? null) : sources.nextCode)}
      type={form.type}
      tickNone={form.tickNone}
      reload={reload}
      // Visitors may not search for duplicates.
      hintsAtDuplicates={isLoggedIn && form.isTouched && name === hintFieldOf(entity)}
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
  hintsAtDuplicates: boolean
}

/** The field beside which possible duplicates are shown: the name, or the last field of an entity without one. */
const hintFieldOf = (entity: Entity): string | undefined =>
  titleFieldOf(entity) ?? editableFields(entity).at(-1)?.[0]

// Memoized, so that typing in one field does not render the others.
const FieldOfForm = memo(function FieldOfForm(props: FieldOfFormProps): ReactNode {
  useLanguage()
  const { name, field, entity, value, isNone, problem, first, constraints, preview, type, reload } = props
  const { presence, typedIn, reference } = field
  const label = t(field.label)
  const remark = (typeof value === 'string' && typedIn.remarks?.[value]) || typedIn.hint
  const Input = inputOfKind[typedIn.as]
  const isReference = reference !== undefined
  const optionSource = useMemo(() => {
    if (!isReference) return undefined
    const optionQuery = optionQueryOf(entity, name, {})
    return {
      first,
      optionQuery: { ...optionQuery, constraints: JSON.parse(constraints) },
      retry: reload,
    }
  }, [isReference, entity, name, first, constraints, reload])
  const onType = useCallback<(value: Typed, options?: Parameters<typeof type>[2]) => void>(
    (typed, options) => type(name, typed, options),
    [type, name],
  )
  const noneCheckbox = presence === 'noneYet' && (
    <label className="choice choice-none">
      <input
        type="checkbox"
        checked={isNone}
        onChange={(event) => props.tickNone(name, event.target.checked)}
      />
      <RichText
        message="none yet<readers>: {label}</readers>"
        values={{ label }}
        tags={{ readers: forReaders }}
      />
    </label>
  )
  return (
    <Field
      label={label}
      isOptional={presence === 'optional'}
      isGroup={typedIn.as === 'choice' && isRadioGroup(typedIn.choices)}
      problem={problem || undefined}
      hint={remark && t(remark)}
      aside={
        <>
          {noneCheckbox}
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
          {props.hintsAtDuplicates && (
            <Suspense>
              <DuplicateHint />
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
            optionSource={optionSource}
            preview={preview}
          />
        )
        return optionSource ? (
          <NewChoice
            name={name}
            controlId={attributes.id}
            within={entity.name}
            field={field}
            optionSource={optionSource}
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
