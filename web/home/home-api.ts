import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { Home } from '#domain/api/home.ts'
import { ownAccount } from '../api/accounts.ts'
import { readDocument } from '../api/read.ts'

export interface HomeData {
  home: Home
  account: OwnAccountView
}

/** With the account, whose rights decide which links are shown. */
export async function readHome(signal: AbortSignal): Promise<HomeData> {
  const required = { today: '', timeZone: '', isWaiting: false, isNewFirm: false }
  const [home, account] = await Promise.all([
    readDocument<Home>('/api/v1/home', required, { signal }),
    ownAccount(),
  ])
  return { home, account }
}
