import { entity } from '#domain/catalogue/entity.ts'
import { choice } from '#domain/catalogue/kinds/choice.ts'
import { email } from '#domain/catalogue/kinds/email.ts'
import { phone } from '#domain/catalogue/kinds/phone.ts'
import { text } from '#domain/catalogue/kinds/text.ts'

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

/** What the history of an account holds: never a password or a code, but what was done about them. */
export const accountHistory = entity('account', ['Account', 'Accounts'], {
  ...accountEntity.fields,
  password: text('Password', { presence: 'optional' }),
  places: text('Places', { presence: 'optional' }),
  security: text('Security', { presence: 'optional' }),
})
