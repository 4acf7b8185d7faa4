import { saveState } from './accounts/after-restore.ts'
import { sealAudit } from './audit/seal-audit.ts'
import { readSealHead } from './store/history/audit-seals.ts'
import { deleteOldAttempts } from './core/rate-limit.ts'
import { deleteOldDevices } from './accounts/sign-in/known-devices.ts'
import { deleteExpiredLinks } from './accounts/one-time-link.ts'
import { deleteExpiredRequests } from './accounts/single-sign-on/identity-store.ts'
import { deleteExpiredSessions } from './accounts/sign-in/session-store.ts'
import { createNightlyBackup } from './backups/nightly.ts'
import type { Shipping } from './backups/log/shipping.ts'
import type { Context } from './core/context.ts'
import { checkDaily } from './data-quality/run-checks.ts'
import { searchPairsDaily } from './duplicates/find-pairs.ts'
import { deleteOldDocuments } from './documents/document-store.ts'
import { deleteOldKeys } from './core/idempotency.ts'
import { deleteOldPhones } from './field/devices/device-store.ts'
import { recoverImports, removeOldRows } from './imports/recover.ts'
import { deleteOldChanges } from './store/changes/change-log.ts'
import { deleteOldNotifications } from './reminders/notification-store.ts'
import { applyRetention } from './personal-data/retention.ts'
import { createRecurringPlans } from './planning/recurring/recurring-plans.ts'
import { createReminders } from './reminders/run-reminders.ts'
import { correctOwners } from './store/owners/owners-of-day.ts'
import { deleteUnattachedPhotos } from './visits/photos/photo-store.ts'
import { deleteOldDeliveries } from './webhooks/webhook-store.ts'
import { applyToday } from './core/territory-filter.ts'

const everyHour = 3_600_000
const everyMinute = 60_000
const everyDay = 24 * everyHour

/**
 * Deletes expired rows and plans recurring visits once an hour; refreshes table statistics, saves the state of the database, applies a new day, sends
 * reminders, ends the imports of instances that are gone, seals the audit and looks whether a backup is due once a minute; verifies the database file and the owners of customers once a day. A failed run is logged and repeated
 * at the next interval.
 */
export function startHousekeeping(ctx: Context, shipping?: Shipping): () => void {
  const { retention } = ctx.config
  const cleanUp = async (): Promise<void> => {
    await deleteOldKeys(ctx)
    await ctx.store.transaction(async (tx) => {
      await deleteExpiredSessions(tx, ctx.now())
      await deleteExpiredLinks(tx, ctx.now())
      await deleteExpiredRequests(tx, ctx.now())
      await deleteOldAttempts(tx, ctx.now())
      await deleteOldDevices(tx, ctx.now(), retention.logIns)
      await deleteUnattachedPhotos(tx, ctx.now())
      await deleteOldDocuments(tx, ctx.now())
      await deleteOldPhones(tx, ctx.now())
      await deleteOldNotifications(tx, ctx.now(), retention.notifications)
      await deleteOldDeliveries(tx, ctx.now(), retention.webhookDeliveries)
    })
    await deleteOldChanges(ctx.store, ctx.now())
    await checkDaily(ctx)
    await searchPairsDaily(ctx)
    await removeOldRows(ctx)
    await applyRetention(ctx)
  }
  const repeat = (interval: number, work: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => {
      work().catch((error: unknown) => ctx.log.warn({ err: error }, 'housekeeping failed'))
    }, interval).unref()
  const timers = [repeat(everyHour, cleanUp)]
  const { analyzeGrownTables } = ctx.store
  if (analyzeGrownTables) timers.push(repeat(everyMinute, analyzeGrownTables))
  timers.push(repeat(everyMinute, () => saveState(ctx)))
  timers.push(repeat(everyMinute, () => applyToday(ctx)))
  // Soon, because the import of an instance that was killed looks busy to its user until then.
  timers.push(
    repeat(
      everyMinute,
      oneAtATime(() => recoverImports(ctx, false)),
    ),
  )
  timers.push(
    repeat(
      everyMinute,
      oneAtATime(async () => void (await sealAudit(ctx))),
    ),
  )
  // The log is often kept elsewhere: what it says can be compared with the database later.
  const logHead = async (): Promise<void> => ctx.log.info(await readSealHead(ctx.store.read), 'audit head')
  timers.push(repeat(everyHour, logHead))
  timers.push(repeat(everyMinute, oneAtATime(createReminders(ctx))))
  timers.push(repeat(everyHour, oneAtATime(createRecurringPlans(ctx))))
  if (shipping) timers.push(repeat(everyMinute, oneAtATime(createNightlyBackup(ctx, shipping))))
  const correctCustomerOwners = async (): Promise<void> => {
    const customers = await correctOwners(ctx.store)
    if (customers > 0) ctx.log.warn({ customers }, 'corrected wrong owners of customers')
  }
  timers.push(repeat(everyDay, correctCustomerOwners))
  const { verify } = ctx.store
  if (verify) timers.push(repeat(everyDay, verify))
  return () => timers.forEach((timer) => clearInterval(timer))
}

/** A run that takes longer than the interval is not started a second time. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () =>
    (running ??= work().finally(() => {
      running = undefined
    }))
}
