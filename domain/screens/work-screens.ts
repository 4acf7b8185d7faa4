import type { Screens } from './screen.ts'

/** Visits and customers, besides the planner and the visit entry in the header. */
export const workScreens = {
  '/calendar': {
    label: 'Calendar',
    area: 'office',
    group: 'work',
    needs: [['read', 'visit']],
    keywords: 'week month',
    tab: 2,
    restricts: 'visit',
  },
  '/round': {
    label: 'Day route',
    area: 'office',
    group: 'work',
    needs: [['read', 'visit']],
    keywords: 'map today round',
    tab: 3,
    restricts: 'visit',
  },
  '/visits': {
    label: 'Visits',
    area: 'office',
    group: 'work',
    needs: [['read', 'visit']],
    keywords: '',
    tab: 5,
    tile: { position: 6, description: 'All visits, including those without a customer' },
    restricts: 'visit',
  },
  '/receivables': {
    label: 'Receivables',
    area: 'office',
    group: 'customers',
    needs: [['read', 'balance']],
    keywords: 'money owed overdue debtors ageing balance',
    tile: { position: 21, description: 'Who owes what, and since when' },
    restricts: 'balance',
  },
  '/proposals': {
    label: 'Proposals',
    area: 'office',
    group: 'customers',
    needs: [['update', 'customer']],
    keywords: 'field approve',
    tile: { position: 18, description: 'New customers and corrections to approve' },
  },
  '/arrivals': {
    label: 'Marked arrivals',
    area: 'office',
    group: 'work',
    needs: [['read', 'visit']],
    keywords: 'field late',
    tile: { position: 19, description: 'From phones, to look at' },
  },
  '/customers/:code': {
    label: 'Customer',
    area: 'office',
    group: 'customers',
    needs: [['read', 'customer']],
  },
} as const satisfies Screens
