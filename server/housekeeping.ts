import { forgetOldAttempts } from './attempts.ts'
import { forgetOldDevices } from './accounts/known-devices.ts'
import { forgetExpiredLinks } from './accounts/one-time-link.ts'
import { forgetEndedSessions } from './accounts/session-store.ts'
import type { Context } from './context.ts'
import { lookDaily } from './masters/health-look.ts'
import { forgetOldKeys } from './once.ts'
import { recoverImports } from './imports/recover.ts'
import { forgetLoosePhotos } from './visits/photo-store.ts'

const everyHour = 3_600_000

/** Throws away what has served its time, once an hour. A failure waits for the next hour. */
export function startHousekeeping(ctx: Context): () => void {
  const tidy = async (): Promise<void> => {
    try {
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
    } catch (error) {
      ctx.log.warn({ err: error }, 'housekeeping failed')
    }
  }
  const timer = setInterval(() => void tidy(), everyHour).unref()
  return () => clearInterval(timer)
}
