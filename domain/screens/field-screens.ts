import type { Right, Screens } from './screen.ts'

const needs: readonly Right[] = [
  ['read', 'customer'],
  ['create', 'visit'],
]
const shared = { area: 'field', group: 'work', needs } as const

/** The screens of the field app, which work on a phone without a network. */
export const fieldScreens = {
  '/today': { ...shared, label: 'Today', keywords: 'field stops day phone' },
  '/near': { ...shared, label: 'Near me', keywords: 'field distance map around' },
  '/find': { ...shared, label: 'Find', keywords: 'field customer phone search' },
  '/outbox': { ...shared, label: 'Outbox', keywords: 'field waiting sent unsent sync' },
  '/record/new': { ...shared, label: 'New customer', keywords: 'field propose proposal' },
  '/record/:id': { ...shared, label: 'Record a visit' },
  '/field/customers/:id': { ...shared, label: 'Customer on this phone' },
} as const satisfies Screens
