import { noteState } from './accounts/after-restore.ts'
import { forgetOldAttempts } from './attempts.ts'
import { forgetOldDevices } from './accounts/known-devices.ts'
import { forgetExpiredLinks } from './accounts/one-time-link.ts'
import { forgetEndedSessions } from './accounts/session-store.ts'
import type { Context } from './context.ts'
import { lookDaily } from './masters/health-look.ts'
import { forgetOldKeys } from './once.ts'
import { recoverImports, removeOldRows } from './imports/recover.ts'
import { forgetLoosePhotos } from './visits/photo-store.ts'

const everyHour = 3_600_000
const everyMinute = 60_000
const everyDay = 24 * everyHour

/**
 * Throws away what has served its time, once an hour; looks at tables that have grown and notes the state of the database, once a minute;
 * reads the file for damage, once a day. A failure waits for the next time.
 */
export function startHousekeeping(ctx: Context): () => void {
  const tidy = async (): Promise<void> => {
    await forgetOldKeys(ctx)
    await ctx.store.transaction(async (tx) => {
      await forgetEndedSessions(tx, ctx.now())
      await forgetExpiredLinks(tx, ctx.now())
      await forgetOldAttempts(tx, ctx.now())
      await forgetOldDevices(tx, ctx.now())
      await forgetLoosePhotos(tx, ctx.now())
    })
    await lookDaily(ctx)
    await recoverImports(ctx, false)
    await removeOldRows(ctx)
  }
  const every = (time: number, work: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => {
      work().catch((error: unknown) => ctx.log.warn({ err: error }, 'housekeeping failed'))
    }, time).unref()
  const timers = [every(everyHour, tidy)]
  const { learnSizes } = ctx.store
  if (learnSizes) timers.push(every(everyMinute, learnSizes))
  timers.push(every(everyMinute, () => noteState(ctx)))
  const { verify } = ctx.store
  if (verify) timers.push(every(everyDay, verify))
  return () => timers.forEach((timer) => clearInterval(timer))
}
