import * as z from 'zod/mini'
import { describeSubject } from '../../access/policy.ts'
import { grants, levels, type Grant, type Rights } from '../../access/rights.ts'
import { isForAdministrators, isGrantable } from '../../access/role-rights.ts'
import { isOneOf } from '../../input.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { count, described, fieldsOf, flag, oneOf, text } from '../values.ts'
import { grantList, rights } from './scope.ts'
import { t } from '../../messages/t.ts'

const tag = 'Access'

const dataScopes = ['everything', ...levels] as const
const roleRights = { rights, sees: z.enum(dataScopes) }

const row = z.strictObject({
  role: text,
  name: text,
  retiredOn: described(z.nullable(text), 'The day since which it is not offered any more'),
  isBuiltIn: described(z.boolean(), 'Built-in roles have default rights'),
  isFixed: described(z.boolean(), 'The rights cannot be changed'),
  ...roleRights,
  usual: described(z.strictObject(roleRights), 'The defaults'),
  version: described(count, '0 while nothing of the role was changed'),
  holders: described(count, 'How many active accounts have the role'),
  requiresFactor: described(z.boolean(), 'Accounts with the role need a second factor'),
  withoutFactor: described(count, 'How many active accounts with the role have no second factor'),
})

const closedScreen = z.strictObject({
  screen: described(text, 'Its name in the Process Code of an Application'),
  label: text,
  openTo: described(z.array(text), 'The names of the functions'),
  people: described(count, 'How many active accounts have one of these functions'),
  by: described(z.array(z.strictObject({ id: text, name: text })), 'The Applications'),
})

const subject = z.strictObject({
  subject: text,
  label: text,
  grants: grantList,
  administratorsOnly: grantList,
})

const effect = z.strictObject({
  account: text,
  name: text,
  gains: described(z.array(text), 'Such as "read customers"'),
  loses: z.array(text),
  gainedRights: described(rights, 'The same by subject'),
  lostRights: rights,
  customersBefore: count,
  customersAfter: count,
})

const preview = z.strictObject({
  people: z.array(effect),
  summary: described(text, 'What it hides from how many accounts, in one sentence'),
})

/** Reads the rights subject by subject, because a problem concerns all actions on a subject. */
const chosenRights = z.pipe(
  z.record(z.string(), z.unknown().check(z.meta({ type: 'array', items: { enum: grants } })), {
    error: () => t('rights should be an object: subject to actions'),
  }),
  z.transform((given: Record<string, unknown>, { issues }): Rights => {
    const read: Record<string, Grant[]> = {}
    for (const [name, actions] of Object.entries(given)) {
      const refuse = (message: string): void =>
        void issues.push({ code: 'custom', path: [name], message, input: actions })
      if (!isGrants(actions)) {
        refuse(t('{subject}: this cannot be given to a role', { subject: name }))
        continue
      }
      const wrong = actions.find((each) => !isGrantable(name, each))
      const reserved = actions.find((each) => isForAdministrators(name, each))
      if (wrong) refuse(t('{subject}: {action} cannot be given to a role', { subject: name, action: wrong }))
      else if (reserved)
        refuse(
          t(
            'Only administrators may {action} {subject}: this right would allow an account to give itself all others',
            { action: t(reserved), subject: describeSubject(name) },
          ),
        )
      else read[name] = [...new Set(actions)]
    }
    return read
  }),
)

const isGrants = (input: unknown): input is Grant[] =>
  Array.isArray(input) && input.every((each) => isOneOf(grants, each))

const version = described(
  z.number({ error: () => t('version is required: send the version that was changed') }),
  'The version that was changed; 0 if nothing of the role was changed before',
)

const decision = fieldsOf('the rights of a role', {
  rights: described(
    chosenRights,
    'The actions for each subject; subjects that are not named keep the defaults of the role',
  ),
  sees: described(
    oneOf('sees', dataScopes),
    'everything, or a level of the territory: the records in the place of the account',
  ),
  version,
})

export const listRoles = endpoint('GET', '/api/v1/role-rights', {
  may: ['read', 'roleRights'],
  tag,
  summary: 'List the rights and the data scope of each role, and the closed screens',
  answer: z.strictObject({
    roles: z.array(row),
    subjects: described(z.array(subject), 'What can be granted on each subject, in display order'),
    closedScreens: described(z.array(closedScreen), 'Screens that Applications restrict to some functions'),
  }),
  answered: 'The roles',
})

export const changeRole = endpoint('PUT', '/api/v1/role-rights/:role', {
  may: ['update', 'roleRights'],
  tag,
  summary: 'Change the rights of a role; takes effect immediately',
  body: decision,
  answer: row,
  answered: 'The changed role',
  problems: [403, 404, 409, 422],
})

export const requireFactor = endpoint('PUT', '/api/v1/role-rights/:role/second-factor', {
  may: ['update', 'roleRights'],
  tag,
  summary: 'Require a second factor of the accounts with a role, or no longer; takes effect immediately',
  body: fieldsOf('the second factor of a role', {
    required: described(
      flag('required'),
      'Accounts without a second factor can then only log in, switch it on and log out',
    ),
    version,
  }),
  answer: row,
  answered: 'The changed role',
  problems: [403, 404, 409, 422],
})

export const previewRole = endpoint('POST', '/api/v1/role-rights/:role/preview', {
  may: ['read', 'roleRights'],
  tag,
  summary: 'Dry run: how changed rights would affect the accounts with this role',
  body: decision,
  answer: preview,
  answered: 'What the accounts would gain and lose',
  problems: [404, 422],
})

export type RoleGrid = AnswerOf<typeof listRoles>
export type RoleRow = AnswerOf<typeof changeRole>
export type RolePreview = AnswerOf<typeof previewRole>
export type RequiredFactor = BodyOf<typeof requireFactor>
export type RoleChange = BodyOf<typeof changeRole>
export type RoleEffect = z.infer<typeof effect>
export type ClosedScreen = z.infer<typeof closedScreen>
