import { headerScreens } from './header-screens.ts'
import type { Screens } from './screen.ts'

/** Screens of the header with what menus, tabs and the palette know about them besides. */
export const headerDetails = {
  '/': { ...headerScreens['/'], icon: 'home', bar: 1, keywords: '' },
  '/get': {
    ...headerScreens['/get'],
    shortLabel: 'Planner',
    icon: 'planner',
    bar: 2,
    needs: [['read', 'customer']],
    keywords: 'plan due',
    tab: 1,
    restricts: 'visit',
  },
  '/visitentry': {
    ...headerScreens['/visitentry'],
    icon: 'entry',
    needs: [['read', 'customer']],
    keywords: 'record',
    tab: 4,
    restricts: 'visit',
  },
  '/admin': {
    ...headerScreens['/admin'],
    shortLabel: 'Overview',
    icon: 'overview',
    needs: [['read', 'customer']],
    keywords: 'overview dashboard firm',
    tab: 4,
  },
  '/logout': { ...headerScreens['/logout'], needs: [['read', 'ownProfile']], keywords: 'logout leave' },
} as const satisfies Screens
