import type { Value } from './field.ts'

/** Whether two values of a field are the same; a missing value is null. */
export const sameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
