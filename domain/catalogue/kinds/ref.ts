import { showPlain, type Field, type FieldOf, type FieldOptions, type Reference } from '../field.ts'
import { limits } from './text.ts'

export interface RefOptions extends FieldOptions {
  parent?: boolean
  pairedWith?: string
  /** Shows the chosen value as code-name. */
  codeName?: true
}

/** `target` is `entity.Field`, such as `country.Country_Code`. */
export function readTarget(target: string, options: RefOptions, count: 'one' | 'many'): Reference {
  const [entity, field] = target.split('.')
  if (!entity || !field) throw new Error(`"${target}" should be entity.Field`)
  return {
    entity,
    field,
    parent: options.parent ?? false,
    many: count === 'many',
    ...(options.pairedWith && { pairedWith: options.pairedWith }),
  }
}

/** A reference to a record of another entity, stored as the value of one of its fields. */
export function ref<const O extends RefOptions>(
  label: string,
  target: string,
  options?: O,
): FieldOf<string, O>
export function ref(label: string, target: string, options: RefOptions = {}): Field<string> {
  return {
    kind: 'ref',
    label,
    presence: options.presence ?? 'required',
    // A reference can hold a name, so the longer limit applies; the store checks that the target exists.
    column: { type: 'text', maxLength: limits.name },
    show: showPlain,
    typedIn: { as: 'reference', ...(options.codeName && { codeName: true }) },
    reference: readTarget(target, options, 'one'),
  }
}
