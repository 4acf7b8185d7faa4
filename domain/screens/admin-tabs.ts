import type { Screens } from './screen.ts'

/** The screens of the admin area that are its tabs, which every page of the area shows. */
export const adminTabs = {
  '/admin/users': {
    label: 'Users',
    area: 'admin',
    group: 'office',
    icon: 'users',
    needs: [['read', 'account']],
    keywords: 'admin accounts people approve',
    tab: 1,
  },
  '/admin/contacts': {
    label: 'Contacts',
    area: 'admin',
    group: 'office',
    icon: 'mail',
    needs: [['read', 'contactMessage']],
    keywords: 'admin messages',
    tab: 2,
    restricts: 'contactMessage',
  },
  '/admin/contact1': {
    label: 'Contact1',
    area: 'admin',
    group: 'office',
    icon: 'globe',
    needs: [['read', 'country']],
    keywords: 'admin countries',
    tab: 3,
    restricts: 'country',
  },
  '/admin/tools': {
    label: 'Tools',
    area: 'admin',
    group: 'office',
    icon: 'tools',
    needs: [['read', 'customer']],
    keywords: 'admin all screens',
    tab: 5,
  },
} as const satisfies Screens
