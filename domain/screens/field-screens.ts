import type { Right, Screens } from './screen.ts'

const needs: readonly Right[] = [
  ['read', 'customer'],
  ['create', 'visit'],
]
const shared = { area: 'field', group: 'work', needs } as const
const below = { ...shared, under: '/today' } as const

/** The screens of the field app, which work on a phone without a network. */
export const fieldScreens = {
  '/today': { ...shared, label: 'Today', icon: 'today', keywords: 'field stops day phone' },
  '/near': { ...below, label: 'Near me', keywords: 'field distance map around' },
  '/find': { ...below, label: 'Find', keywords: 'field customer phone search' },
  '/outbox': { ...below, label: 'Outbox', keywords: 'field waiting sent unsent sync' },
  '/record/new': { ...below, label: 'New customer', keywords: 'field propose proposal' },
  '/record/group': { ...below, label: 'Group visit', keywords: 'field farmer meeting demo plot' },
  '/record/:id': { ...below, label: 'Record a visit' },
  '/field/customers/:id': { ...below, label: 'Customer on this phone' },
} as const satisfies Screens
