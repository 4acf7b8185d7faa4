import { entity } from '#domain/catalogue/entity.ts'
import type { Reading } from '#domain/catalogue/field.ts'
import { choice } from '#domain/catalogue/kinds/choice.ts'
import { email } from '#domain/catalogue/kinds/email.ts'
import { phone } from '#domain/catalogue/kinds/phone.ts'
import { text } from '#domain/catalogue/kinds/text.ts'
import type { FieldProblem } from '#domain/problem.ts'

/** Accounts are not a master: they have their own routes and rules. Their fields are read by the same kinds, though. */
export const registrationForm = entity('registration', ['Registration', 'Registrations'], {
  username: text('User Name'),
  email: email('Email'),
  phone: phone('Phone', { presence: 'optional' }),
})

export const accountEntity = entity('account', ['Account', 'Accounts'], {
  username: text('User Name'),
  email: email('Email'),
  phone: phone('Phone', { presence: 'optional' }),
  status: choice('Status', ['pending', 'active', 'disabled']),
  role: text('Role', { presence: 'optional', max: 32 }),
})

/** The address of an account that has to be there. */
export const readEmail = (given: unknown): Reading =>
  given === undefined || given === null || given === ''
    ? { problem: 'Email is required' }
    : accountEntity.fields['email']!.read(given)

/** What the history of an account holds: never a password or a code, but what was done about them. */
export const accountHistory = entity('account', ['Account', 'Accounts'], {
  ...accountEntity.fields,
  password: text('Password', { presence: 'optional' }),
  places: text('Places', { presence: 'optional' }),
  security: text('Security', { presence: 'optional' }),
})

/** Fields of a request that nobody asked for are named, not passed over. */
export const notAskedFor = (rest: object): FieldProblem[] =>
  Object.keys(rest).map((field) => ({ field, message: `${field} is not asked for here` }))
