import { t } from '../messages/t.ts'
import { outsideProvider } from './page-messages.ts'

/** Section 8 of the specification, literally: the messages of log-in and registration. */
export const accountMessages = {
  loggedIn: 'Login Successful',
  badCredentials: 'invalid credentials',
  registered: 'Registration successful',
  registrationRefused: (msg: string): string => t('Registration failed: {msg}', { msg }),
  registrationRefusedSilently: 'Registration failed. Please try again later.',
  registrationUnreachable: 'An error occurred while registering. Please try again later.',
  outsideProvider,
} as const
