import { forms } from './forms.ts'

/** The screens that are not forms. */
export const pages = [
  '/',
  '/about',
  '/get',
  '/visitentry',
  '/login',
  '/register',
  '/services',
  '/logout',
  '/reset',
  '/account',
  '/admin',
  '/admin/users',
  '/admin/contacts',
  '/admin/contact1',
] as const

const known = new Set<string>([...pages, ...forms.map((form) => form.route)])

export const isPage = (path: string): boolean => known.has(path.length > 1 ? path.replace(/\/$/, '') : path)
