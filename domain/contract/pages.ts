import { forms } from './forms.ts'

/** Open to anybody, and meant to be found by search engines. */
export const publicPages = ['/', '/about', '/services', '/contact', '/login', '/register'] as const

/** The screens that are neither public nor forms. */
const ownPages = [
  '/get',
  '/visitentry',
  '/calendar',
  '/round',
  '/visits',
  '/lists',
  '/changes',
  '/bin',
  '/imports',
  '/logout',
  '/reset',
  '/invite',
  '/account',
  '/admin',
  '/admin/users',
  '/admin/contacts',
  '/admin/contact1',
  '/admin/holidays',
  '/admin/gaps',
  '/admin/balances',
  '/admin/handover',
  '/admin/health',
  '/admin/reference',
  '/admin/series',
  '/admin/services',
  '/admin/roles',
  '/admin/audit',
  '/admin/tokens',
] as const

const isPublic = (route: string): boolean => (publicPages as readonly string[]).includes(route)

/** Behind the log-in: every one of them is built as a frame that its content is fetched into. */
export const guardedPages: readonly string[] = [
  ...ownPages,
  ...forms.map((form) => form.route).filter((route) => !isPublic(route)),
]

/** Screens about one of many: the part with the colon is its code. */
export const pagesOfOne = [
  '/customers/:code',
  '/lists/:path',
  '/records/:path/:id',
  '/imports/:id',
  '/trees/:tree',
] as const
