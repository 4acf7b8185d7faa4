import type { Entity, RecordValues } from '../entity.ts'

export const retiredOnField = 'Retired_On'
export const retiredReasonField = 'Retired_Reason'

export const canRetire = ({ fields }: Pick<Entity, 'fields'>): boolean => retiredOnField in fields

/** The day since which the record is retired. */
export function retiredOn(values: Readonly<Partial<RecordValues>>): string | undefined {
  const day = values[retiredOnField]
  return typeof day === 'string' ? day : undefined
}
