import { instantAt, wallClock } from '#domain/dates/moments.ts'
import { addDays } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { sendToAccount } from '../accounts/account-mail.ts'
import type { Context } from '../core/context.ts'
import { putSetting, readSetting } from '../store/settings.ts'
import { completeBackups, isAhead } from './backup-folder.ts'
import { backupStatus, readDrill, saveDrill, toStoredDrill, type StoredDrill } from './backup-status.ts'
import { removeScratch, runDrill } from './drill/run-drill.ts'
import type { Shipping } from './log/shipping.ts'

/**
 * Returns what is to be called once a minute: it copies the whole database at `BACKUP_AT` and restores the copy as a drill;
 * both are caught up after a stop. If backups are red, the administrators get an e-mail, once a day.
 */
export function createNightlyBackup(ctx: Context, shipping: Shipping): () => Promise<void> {
  const { config } = ctx
  const { folder, key, at } = config.backups
  removeScratch(config.dataDir)
  return async () => {
    if (folder === undefined) return
    const due = lastTime(ctx, at)
    const newest = completeBackups(folder).findLast(({ manifest }) => !isAhead(manifest.createdAt, ctx.now()))
    if (!newest || newest.manifest.createdAt < due) await shipping.copyBase()
    const last = await readDrill(ctx.store.read)
    if (isDrillDue(last, due, ctx.now())) await recordDrill(ctx, await drillNow(ctx, shipping, folder, key))
    await warnAdministrators(ctx)
  }
}

/** After each time; one that failed, as with a full disk, is repeated every hour until it succeeds. */
export function isDrillDue(last: StoredDrill | null, due: string, now: Date): boolean {
  if (!last || last.at < due || isAhead(last.at, now)) return true
  return last.problem !== null && now.getTime() - Date.parse(last.at) >= repeatAfter
}

const repeatAfter = 60 * 60 * 1000

/** The last moment when it was that time by the firm's clock. */
function lastTime({ now, config: { timeZone } }: Context, time: string): string {
  const { day } = wallClock(now(), timeZone)
  const today = instantAt(day, time, timeZone)
  return today <= now().toISOString() ? today : instantAt(addDays(day, -1), time, timeZone)
}

async function drillNow(
  ctx: Context,
  shipping: Shipping,
  folder: string,
  key: string | undefined,
): Promise<StoredDrill> {
  const at = ctx.now()
  const { dataDir } = ctx.config
  const outcome = await runDrill({
    from: folder,
    key,
    dataDir,
    live: shipping.file,
    now: at,
    whenShipped: shipping.whenShipped,
  })
  return toStoredDrill(outcome, at)
}

async function recordDrill(ctx: Context, drill: StoredDrill): Promise<void> {
  await saveDrill(ctx.store, drill, ctx.now())
  if (drill.problem)
    ctx.log.error({ drill }, 'the restore drill failed: the newest backup could not be restored')
  else ctx.log.info({ drill }, 'the newest backup was restored and checked')
}

export const warningSetting = 'backup warning'

async function warnAdministrators(ctx: Context): Promise<void> {
  const status = await backupStatus(ctx)
  if (status?.state !== 'red' || !ctx.mailer) return
  const { day } = wallClock(ctx.now(), ctx.config.timeZone)
  if ((await readSetting(ctx.store.read, warningSetting)) === day) return
  await ctx.store.transaction((tx) => putSetting(tx, warningSetting, day, ctx.now()))
  const administrators = await ctx.store.read
    .selectFrom('account')
    .select(['id', 'email', 'language'])
    .where('role_code', '=', 'ADMIN')
    .where('status', '=', 'active')
    .execute()
  for (const account of administrators)
    await sendToAccount(ctx, account, (site) => ({
      subject: t('AgriDesk: backups need your attention'),
      text: `${t('The backups of AgriDesk at {site} are not in order:', { site })}\n\n${status.problem ?? ''}\n`,
    }))
}
