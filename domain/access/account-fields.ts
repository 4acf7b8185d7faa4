import { entity } from '../catalogue/entity.ts'
import { choice } from '../catalogue/kinds/choice.ts'
import { email } from '../catalogue/kinds/email.ts'
import { phone } from '../catalogue/kinds/phone.ts'
import { text } from '../catalogue/kinds/text.ts'

/** Accounts are not a master and have their own routes and rules, but their fields use the same kinds. */
export const accountEntity = entity('account', ['Account', 'Accounts'], {
  username: text('User Name'),
  email: email('Email'),
  phone: phone('Phone', { presence: 'optional' }),
  status: choice('Status', ['pending', 'active', 'disabled']),
  role: text('Role', { presence: 'optional', max: 32 }),
})

/** The fields in the history of an account: never a password or a code, only what was done with them. */
export const accountHistory = entity('account', ['Account', 'Accounts'], {
  ...accountEntity.fields,
  password: text('Password', { presence: 'optional' }),
  places: text('Places', { presence: 'optional' }),
  security: text('Security', { presence: 'optional' }),
})
