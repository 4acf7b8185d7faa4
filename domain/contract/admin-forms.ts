import type { FormRow } from './form-row.ts'

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
