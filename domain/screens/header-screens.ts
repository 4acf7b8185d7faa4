import type { Screens } from './screen.ts'

/** The screens in the header of every page. Every visitor loads this file, so the others and header-details.ts are not in it. */
export const headerScreens = {
  '/': { label: 'Home', area: 'public', group: 'site', header: 'before forms' },
  '/about': { label: 'About', area: 'public', group: 'site', header: 'before forms' },
  '/services': { label: 'Services', area: 'public', group: 'site', header: 'before forms' },
  '/get': { label: 'Visit Planner', area: 'office', group: 'work', header: 'before forms' },
  '/visitentry': { label: 'Visit Entry', area: 'office', group: 'work', header: 'before forms' },
  '/admin': { label: 'Admin', area: 'admin', group: 'office', header: 'after forms' },
  '/register': { label: 'Register', area: 'public', group: 'account', header: 'logged out' },
  '/login': { label: 'Login', area: 'public', group: 'account', header: 'logged out' },
  '/logout': {
    label: 'Log out',
    area: 'open',
    group: 'account',
    header: 'logged in',
    headerLabel: 'Logout',
  },
} as const satisfies Screens
