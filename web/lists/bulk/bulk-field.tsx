import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { isRadioGroup } from '../../masters/inputs/choice-input.tsx'
import { inputOfKind } from '../../masters/inputs/input-of-kind.ts'
import type { Typed } from '../../masters/form/typed.ts'
import { Field } from '../../ui/field.tsx'
import { RemoveButton } from '../filters/filter-test.tsx'
import { t } from '#domain/messages/t.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

export interface BulkRow {
  name: string
  value: Typed
  /** The value is cleared. */
  isNone: boolean
}

const canBeEmpty = (entity: Entity, name: string): boolean =>
  ['optional', 'noneYet'].includes(entity.fields[name]?.presence ?? '')

export function readRow(entity: Entity, row: BulkRow): { value: Value } | { problem: string } {
  const field = entity.fields[row.name]
  if (!field) return { problem: t('Choose a field') }
  if (row.isNone) return { value: null }
  const isBlank = row.value.length === 0 || (typeof row.value === 'string' && row.value.trim() === '')
  if (isBlank) return { problem: t('{label} is required', { label: t(field.label) }) }
  return readField(field, row.value)
}

interface BulkFieldProps {
  entity: Entity
  row: BulkRow
  names: readonly string[]
  problem: string
  onChange: (row: BulkRow) => void
  onRemove: (() => void) | undefined
}

/** A field and its new value, with the same input as in the form. */
export function BulkField({ entity, row, names, problem, onChange, onRemove }: BulkFieldProps): ReactNode {
  const field = entity.fields[row.name]
  const Input = field && inputOfKind[field.typedIn.as]
  const reference = field?.reference
  return (
    <div className="bulk-row">
      <Field label={t('Field')} problem={field ? undefined : problem}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="field"
            value={row.name}
            onChange={(event) => onChange({ name: event.target.value, value: '', isNone: false })}
          >
            <option value="">{t('Choose…')}</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {t(entity.fields[name]!.label)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {field && Input && (
        <Field
          key={row.name}
          label={t('New {label}', { label: t(field.label) })}
          problem={problem}
          isGroup={field.typedIn.as === 'choice' && isRadioGroup(field.typedIn.choices)}
          aside={
            canBeEmpty(entity, row.name) && (
              <label className="choice choice-none">
                <input
                  type="checkbox"
                  checked={row.isNone}
                  onChange={(event) => onChange({ ...row, isNone: event.target.checked })}
                />
                {t('clear the value')}
              </label>
            )
          }
        >
          {(attributes) => (
            <Input
              name="value"
              field={field}
              value={row.isNone ? '' : row.value}
              onType={(value) => onChange({ ...row, value })}
              attributes={attributes}
              isRequired={!row.isNone}
              isDisabled={row.isNone}
              optionSource={
                reference && {
                  first: null,
                  optionQuery: {
                    entity: entityNamed(reference.entity),
                    of: reference.field,
                    with: [],
                    constraints: {},
                  },
                  retry: () => undefined,
                }
              }
              preview={undefined}
            />
          )}
        </Field>
      )}
      {onRemove && (
        <RemoveButton
          label={field ? t('Remove {label}', { label: t(field.label) }) : t('Remove this field')}
          onClick={onRemove}
        />
      )}
    </div>
  )
}
