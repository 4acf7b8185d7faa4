import { adminForms } from './admin-forms.ts'
import type { FormRow } from './form-row.ts'
import { forms } from './forms.ts'

export const formFor = (entity: string): FormRow | undefined =>
  [...forms, ...adminForms].find((each) => each.entity === entity)

export function formOf(entity: string): FormRow {
  const row = formFor(entity)
  if (!row) throw new Error(`${entity} has no row in the contract`)
  return row
}
