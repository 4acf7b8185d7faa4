import type { Home, HomePart } from '#domain/api/home.ts'
import type { Phone } from '#domain/api/field/phones.ts'
import { mailStatus } from '../accounts/account-mail.ts'
import { backupStatus } from '../backups/backup-status.ts'
import { usersToApprove } from '../accounts/user-service.ts'
import type { Context } from '../core/context.ts'
import { listPhones } from '../field/phones/phone-service.ts'
import { may, type ReadPart } from './parts.ts'

const maxAccounts = 10
const maxPhones = 5
const silentDays = 3
const day = 24 * 60 * 60 * 1000

export async function administratorParts(
  ctx: Context,
  read: ReadPart,
  version: string,
): Promise<Pick<Home, 'accounts' | 'phones' | 'server'>> {
  const isAdministrator = may(ctx, 'read', 'account')
  return {
    accounts: await read(isAdministrator && may(ctx, 'update', 'account'), () =>
      usersToApprove(ctx, maxAccounts),
    ),
    phones: await read(isAdministrator, () => phonesPart(ctx)),
    server: await read(isAdministrator, () => serverPart(ctx, version)),
  }
}

async function phonesPart(ctx: Context): Promise<HomePart<'phones'>> {
  const { items } = await listPhones(ctx)
  const inUse = items.filter(({ revokedAt, account }) => revokedAt === null && account?.isDisabled === false)
  const since = new Date(ctx.now().getTime() - silentDays * day).toISOString()
  const lastSync = ({ syncedAt, createdAt }: Phone): string => syncedAt ?? createdAt
  const silent = inUse.filter((phone) => lastSync(phone) < since)
  return {
    inUse: inUse.length,
    unsent: inUse.reduce((sum, { waiting }) => sum + waiting, 0),
    silent: { items: silent.slice(0, maxPhones), hasMore: silent.length > maxPhones },
  }
}

async function serverPart(ctx: Context, version: string): Promise<HomePart<'server'>> {
  const { dialect, read } = ctx.store
  return {
    version,
    database: dialect.name,
    databaseBytes: await dialect.databaseSize(read),
    mail: await mailStatus(ctx),
    backups: await backupStatus(ctx),
  }
}
