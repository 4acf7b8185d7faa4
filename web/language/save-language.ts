import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { LanguageCode } from '#domain/messages/languages.ts'
import { request } from '../api/client.ts'
import { readAccount, storeAccount } from '../api/drafts/stored-account.ts'
import { rememberAccount } from '../api/session-account.ts'

/** Makes a language that of the account, also of the copy with which the field screens open without a network. */
export async function saveLanguage(language: LanguageCode): Promise<void> {
  const account = await request<OwnAccountView>('PUT', '/api/v1/me/language', { body: { language } })
  if (readAccount()) storeAccount(account)
  rememberAccount(account)
}
