/**
 * - `is`: any of these; a blank one means "has none"
 * - `not`: none of these; a blank one means "has a value"
 * - `from`, `to`: at least, at most
 * - `has`, `begins`: contains, or begins with, any of these texts, compared as in search
 */
export const listTests = ['is', 'not', 'from', 'to', 'has', 'begins'] as const
export type ListTest = (typeof listTests)[number]

/** A test as sent in the query. */
export interface FieldTest {
  field: string
  test: ListTest
  values: readonly string[]
}
