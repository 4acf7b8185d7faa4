import { forms, type FormRow } from './forms.ts'

/** Forms without a route in the specification: they are in the admin area, not in the Forms menu. */
export const adminForms: readonly FormRow[] = [
  {
    entity: 'service',
    route: '/admin/services',
    menu: 'Services',
    heading: 'Services',
    tile: { position: 11, description: 'What the public Services page offers' },
  },
]

export const formFor = (entity: string): FormRow | undefined =>
  [...forms, ...adminForms].find((each) => each.entity === entity)

export function formOf(entity: string): FormRow {
  const row = formFor(entity)
  if (!row) throw new Error(`${entity} has no row in the contract`)
  return row
}
