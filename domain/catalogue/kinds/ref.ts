import {
  keyOfPlain,
  passCell,
  passValue,
  showPlain,
  type Field,
  type FieldOptions,
  type Reference,
} from '../field.ts'
import { limits, readText } from './text.ts'

export interface RefOptions extends FieldOptions {
  parent?: boolean
  pairedWith?: string
  /** Shown as code-name once it is chosen, too. */
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

/** A choice among the records of another entity, kept as the value of one of its fields. */
export function ref(label: string, target: string, options: RefOptions = {}): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    // A name can be referred to as well as a code, so the longer limit holds; whether it exists is the store's to say.
    read: (input) => readText(label, limits.name, input),
    column: { type: 'text', maxLength: limits.name },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    toKey: keyOfPlain,
    typedIn: { as: 'reference', ...(options.codeName && { codeName: true }) },
    sample: (n) => `C${n}`,
    schema: {
      type: 'string',
      maxLength: limits.name,
      description: `The ${target.split('.')[1]} of an existing record`,
    },
    searched: false,
    reference: readTarget(target, options, 'one'),
  }
}
