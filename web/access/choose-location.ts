import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { request } from '../api/client.ts'
import { rememberAccount } from '../api/session-account.ts'

/** Allows that visits are stored with the location of the person, or withdraws that. */
export async function chooseLocation(isAllowed: boolean): Promise<void> {
  rememberAccount(await request<OwnAccountView>('PUT', '/api/v1/me/location', { body: { isAllowed } }))
}
