import { text } from '../kinds/text.ts'
import type { Entity } from '../entity.ts'

export const localNameField = 'Local_Name'

/** The second name of a record, in the script of the region. Entities that have one declare it after their name. */
export const localName = { [localNameField]: text('Local Name', { presence: 'optional' }) }

/** The field with the second name, if the entity has one. */
export const localNameFieldOf = ({ fields }: Entity): string | undefined =>
  localNameField in fields ? localNameField : undefined

/** Whether a field is the name that the second name belongs to. */
export function hasLocalName({ fields }: Entity, name: string): boolean {
  const names = Object.keys(fields)
  return names[names.indexOf(name) + 1] === localNameField
}
