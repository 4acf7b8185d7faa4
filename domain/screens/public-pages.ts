import { contactForm } from '../contract/contact-form.ts'
import { headerScreens } from './header-screens.ts'

type HeaderPath = keyof typeof headerScreens

type PublicScreen = {
  [Path in HeaderPath]: (typeof headerScreens)[Path] extends { area: 'public' } ? Path : never
}[HeaderPath]

/** A page for every visitor: a screen of the header, or the contact form. */
export type PublicPath = PublicScreen | (typeof contactForm)['route']

const isPublic = (path: HeaderPath): path is PublicScreen => headerScreens[path].area === 'public'

/** Public, and indexed by search engines. */
export const publicPages: readonly PublicPath[] = [
  ...(Object.keys(headerScreens) as HeaderPath[]).filter(isPublic),
  contactForm.route,
]
