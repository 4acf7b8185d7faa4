import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { count, dateTime, described, itemsOf, text } from '../values.ts'
import { loggedIn, ownAccount, session } from './account.ts'
import { chosenPassword, onlyFields, secret } from './inputs.ts'
import { languageCodes } from '../../messages/languages.ts'
import { t } from '../../messages/t.ts'

const tag = 'Accounts'

export const readOwnAccount = endpoint('GET', '/api/v1/me', {
  may: ['read', 'ownProfile'],
  acceptsMissingFactor: true,
  tag,
  summary: 'The account of the session',
  answer: ownAccount,
  answered: 'The account',
})

export const changePassword = endpoint('POST', '/api/v1/me/password', {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Change the own password; ends every session and starts a new one',
  body: onlyFields({
    current: z.string({ error: () => t('Current password is required') }),
    password: chosenPassword,
  }),
  answer: loggedIn,
  answered: 'Changed',
  problems: [422, 429],
})

const ownSession = z.extend(session, { current: described(z.boolean(), 'The session of this token') })

export const chooseLanguage = endpoint('PUT', '/api/v1/me/language', {
  may: ['update', 'ownProfile'],
  acceptsMissingFactor: true,
  tag,
  summary: 'Choose the language of the own account: of its mails, and of the web app on every device',
  body: onlyFields({
    language: z.enum(languageCodes, {
      error: () => t('Language should be one of {codes}', { codes: languageCodes.join(', ') }),
    }),
  }),
  answer: ownAccount,
  answered: 'The account',
  problems: [422],
})

export const chooseLocation = endpoint('PUT', '/api/v1/me/location', {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Allow that visits are stored with the location of the person, or withdraw that',
  body: onlyFields({
    isAllowed: z.boolean({ error: () => t('isAllowed should be true or false') }),
  }),
  answer: ownAccount,
  answered: 'The account',
  problems: [422],
})

export const listOwnSessions = endpoint('GET', '/api/v1/me/sessions', {
  may: ['read', 'ownProfile'],
  tag,
  summary: 'The sessions of the own account',
  answer: itemsOf(ownSession),
  answered: 'The sessions',
})

export const endOwnSession = endpoint('DELETE', '/api/v1/me/sessions/:id', {
  may: ['delete', 'ownProfile'],
  tag,
  summary: 'End a session of the own account',
  answered: 'Ended',
  problems: [404],
})

const factorPath = '/api/v1/me/second-factor'
const password = secret('Password')
const code = secret('Code')
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(text) })

export const readFactor = endpoint('GET', factorPath, {
  may: ['read', 'ownProfile'],
  acceptsMissingFactor: true,
  tag,
  summary: 'Whether login requires a second factor',
  answer: z.strictObject({
    since: described(z.nullable(dateTime), 'When it was turned on; null when it is off'),
    recoveryCodes: described(count, 'How many are left'),
  }),
  answered: 'When it was turned on',
})

export const startFactor = endpoint('POST', factorPath, {
  may: ['update', 'ownProfile'],
  acceptsMissingFactor: true,
  tag,
  summary: 'Start a second factor: returns the secret for an authenticator app',
  body: onlyFields({ password }),
  answer: z.strictObject({
    secret: text,
    address: described(text, 'The otpauth: URL that such an app opens'),
  }),
  answered: 'Started; confirm it with a code',
  problems: [409, 422, 429],
})

export const confirmFactor = endpoint('POST', `${factorPath}/confirm`, {
  may: ['update', 'ownProfile'],
  acceptsMissingFactor: true,
  tag,
  summary: 'Turn the second factor on with a code of the app; other sessions end',
  body: onlyFields({ code }),
  answer: recoveryCodes,
  answered: 'On; the codes are returned only now',
  problems: [409, 422, 429],
})

export const turnOffFactor = endpoint('POST', `${factorPath}/off`, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Turn off the own second factor; other sessions end',
  body: onlyFields({ password, code }),
  answered: 'Off',
  problems: [403, 409, 422, 429],
})

export const renewRecoveryCodes = endpoint('POST', `${factorPath}/recovery-codes`, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Replace the recovery codes',
  body: onlyFields({ password, code }),
  answer: recoveryCodes,
  answered: 'Renewed; the codes are returned only now',
  problems: [409, 422, 429],
})

const devicesPath = '/api/v1/me/new-devices'
const newDevice = z.strictObject({
  id: text,
  at: dateTime,
  device: described(text, 'The user agent'),
  address: text,
})

export const listNewDevices = endpoint('GET', devicesPath, {
  may: ['read', 'ownProfile'],
  tag,
  summary: 'New devices that logged into the own account, as seen from its other devices',
  answer: itemsOf(newDevice),
  answered: 'The devices that are not confirmed yet',
})

export const confirmDevice = endpoint('POST', `${devicesPath}/:id/known`, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Confirm a device as known',
  answered: 'Confirmed',
  problems: [404],
})

export const reportDevice = endpoint('DELETE', `${devicesPath}/:id`, {
  may: ['delete', 'ownProfile'],
  tag,
  summary: 'Report a device: its sessions end',
  answered: 'Its sessions have ended',
  problems: [404],
})

export type PasswordChange = BodyOf<typeof changePassword>
export type OwnSession = z.infer<typeof ownSession>
export type FactorView = AnswerOf<typeof readFactor>
export type StartedFactor = AnswerOf<typeof startFactor>
export type RecoveryCodes = AnswerOf<typeof confirmFactor>
export type PasswordAndCode = BodyOf<typeof turnOffFactor>
export type NewDevice = z.infer<typeof newDevice>
