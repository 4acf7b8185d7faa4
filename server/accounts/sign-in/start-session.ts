import type { Context } from '../../core/context.ts'
import type { Tx } from '../../store/dialect.ts'
import type { Account } from '../account-store.ts'
import { recordDevice } from './known-devices.ts'
import { hashToken, openSession } from './session-store.ts'

/** The device of a session, for the list of own sessions. */
export interface Device {
  name: string
  /** A random value of the browser that is sent with each login. */
  proof?: string
}

/** `provider`: of single sign-on, unless the password was entered. */
export async function startSession(
  ctx: Context,
  tx: Tx,
  account: Account,
  device: Device,
  provider?: string,
): Promise<string> {
  const from = { address: ctx.address, device: device.name }
  await recordDevice(tx, account.id, from, ctx.now())
  await rememberOrigins(ctx, tx, account.id, device)
  return openSession(tx, { accountId: account.id, role: account.role, provider, ...from }, ctx.now())
}

const originOfDevice = ({ proof }: Device): string | undefined =>
  proof === undefined ? undefined : `device ${hashToken(proof)}`

/** The device at any address, because phones change addresses, and the address with any device. */
function originsOf(ctx: Context, device: Device): string[] {
  const own = originOfDevice(device)
  return own === undefined ? [ctx.address] : [own, ctx.address]
}

export interface KnownOrigin {
  name: string
  isDevice: boolean
}

/** The origin that logged into this account before. */
export async function knownOrigin(
  ctx: Context,
  accountId: string,
  device: Device,
): Promise<KnownOrigin | undefined> {
  const origins = originsOf(ctx, device)
  const query = ctx.store.read.selectFrom('known_address').select('address')
  const rows = await query.where('account_id', '=', accountId).where('address', 'in', origins).execute()
  const name = origins.find((origin) => rows.some(({ address }) => address === origin))
  return name === undefined ? undefined : { name, isDevice: name === originOfDevice(device) }
}

async function rememberOrigins(ctx: Context, tx: Tx, accountId: string, device: Device): Promise<void> {
  const last_at = ctx.now().toISOString()
  for (const address of originsOf(ctx, device))
    await tx
      .insertInto('known_address')
      .values({ account_id: accountId, address, last_at })
      .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_at }))
      .execute()
}
