import type { Screens } from './screen.ts'

/** The screens in the header of every page; every visitor loads this file, so the others are not in it. */
export const headerScreens = {
  '/': { label: 'Home', area: 'public', group: 'site', keywords: '', header: 'before forms' },
  '/about': { label: 'About', area: 'public', group: 'site', header: 'before forms' },
  '/services': { label: 'Services', area: 'public', group: 'site', header: 'before forms' },
  '/get': {
    label: 'Visit Planner',
    shortLabel: 'Planner',
    area: 'office',
    group: 'work',
    needs: [['read', 'customer']],
    keywords: 'plan due',
    tab: 1,
    header: 'before forms',
    restricts: 'visit',
  },
  '/visitentry': {
    label: 'Visit Entry',
    area: 'office',
    group: 'work',
    needs: [['read', 'customer']],
    keywords: 'record',
    tab: 4,
    header: 'before forms',
    restricts: 'visit',
  },
  '/admin': {
    label: 'Admin',
    area: 'admin',
    group: 'office',
    needs: [['read', 'customer']],
    keywords: 'overview dashboard firm',
    header: 'after forms',
  },
  '/register': { label: 'Register', area: 'public', group: 'account', header: 'logged out' },
  '/login': { label: 'Login', area: 'public', group: 'account', header: 'logged out' },
  '/logout': {
    label: 'Log out',
    area: 'open',
    group: 'account',
    needs: [['read', 'ownProfile']],
    keywords: 'logout leave',
    header: 'logged in',
    headerLabel: 'Logout',
  },
} as const satisfies Screens
