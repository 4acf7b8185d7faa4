import { renderError, returnHome } from './page-messages.ts'

/** Section 8 of the specification, literally: the messages of pages. */
export const pageMessages = {
  notFound: 'Sorry! Page not found',
  returnHome,
  reportProblem: 'report problem',
  renderError,
  noServices: 'No services available',
} as const
