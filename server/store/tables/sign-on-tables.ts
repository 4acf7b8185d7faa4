import { text } from '../schema/table.ts'
import { table } from './system-table.ts'

/** Single sign-on. */
export const signOnTables = [
  // The accounts of people at the provider of single sign-on.
  table(
    'account_identity',
    ['issuer', 'subject'],
    [text('issuer'), text('subject'), text('account_id'), text('linked_at')],
    [['account_id']],
  ),
  // A log-in that was sent to the provider and is not answered yet; the browser is known by a cookie.
  table(
    'sign_on_request',
    ['state_hash'],
    [
      text('state_hash'),
      text('browser_hash'),
      text('nonce'),
      text('code_verifier'),
      text('return_path'),
      text('expires_at'),
    ],
  ),
]
