import { t } from '../messages/t.ts'

/** Section 8 of the specification, literally: the messages outside the forms. Loaded by every page. */
export const accountMessages = {
  loggedIn: 'Login Successful',
  badCredentials: 'invalid credentials',
  registered: 'Registration successful',
  registrationRefused: (msg: string): string => t('Registration failed: {msg}', { msg }),
  registrationRefusedSilently: 'Registration failed. Please try again later.',
  registrationUnreachable: 'An error occurred while registering. Please try again later.',
  outsideProvider: 'useAuth used outside of the Provider',
} as const

export const pageMessages = {
  notFound: 'Sorry! Page not found',
  returnHome: 'return home',
  reportProblem: 'report problem',
  renderError: 'Unexpected Application Error!',
  noServices: 'No services available',
} as const
