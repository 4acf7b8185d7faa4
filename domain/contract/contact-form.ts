import type { FormRow } from './form-row.ts'

/** The only form for visitors, who do not load the others. */
export const contactForm = {
  entity: 'contactMessage',
  route: '/contact',
  menu: 'Contact',
  heading: 'Contact us',
} as const satisfies FormRow
