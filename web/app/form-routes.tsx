import type { RouteObject } from 'react-router'
import { contactForm } from '#domain/contract/contact-form.ts'
import { forms } from '#domain/contract/forms.ts'
import { formRoute } from './form-route.tsx'
import { guarded } from './page-route.tsx'

/** The routes of the forms, except the public one and those of administrators. */
export const formRoutes: RouteObject[] = [
  guarded(forms.filter((form) => form !== contactForm).map(formRoute)),
]
