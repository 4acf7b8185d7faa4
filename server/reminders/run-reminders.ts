import { addDays } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import type { Context } from '../core/context.ts'
import { inLanguage } from '../core/language.ts'
import { deliverMail } from './deliver-mail.ts'
import { digestOf } from './digest.ts'
import { escalate } from './escalation.ts'
import { accountsWith, insertNotification } from './notification-store.ts'
import { deliverPush } from './push/deliver-push.ts'
import { createPushSender, type SendPush } from './push/send-push.ts'
import { daysOffFrom, readPeople, type Person } from './people.ts'

/** Holidays this long before today are read, to count the working days since a plan. */
const daysBack = 400

/**
 * Returns what is to be called once a minute. In the morning it writes the digest of each person, then lists late plans to the managers;
 * at any time it sends what waits. Rows with unique keys keep several instances from doing it twice. What this process has finished
 * for a day it does not look at again.
 */
export function createReminders(ctx: Context, sendPush: SendPush = createPushSender()): () => Promise<void> {
  let done = ''
  return async () => {
    const { day, time } = wallClock(ctx.now(), ctx.config.timeZone)
    const { at, until } = ctx.config.reminders
    const isMorning = time.slice(0, 5) >= at && time.slice(0, 5) < until
    if (isMorning && done !== day) {
      const isComplete = await remindOf(ctx, day)
      if (isComplete) done = day
    }
    await deliverPush(ctx, sendPush)
    await deliverMail(ctx)
  }
}

/** False if the digest of an account failed, which is tried again. */
async function remindOf(ctx: Context, day: string): Promise<boolean> {
  const people = await readPeople(ctx)
  const daysOff = await daysOffFrom(ctx, addDays(day, -daysBack))
  const isAtWork = ({ employee }: Person): boolean => !daysOff(employee)(day)
  const about = ['digest', day].join(':')
  const informed = await accountsWith(ctx.store.read, about)
  let isComplete = true
  for (const person of people) {
    if (!person.settings.digest || informed.has(person.actor.id) || !isAtWork(person)) continue
    // One account that cannot be read keeps no other from its digest.
    await writeDigest(ctx, person, day, about).catch((error: unknown) => {
      isComplete = false
      ctx.log.warn({ err: error, account: person.actor.id }, 'the morning digest of an account failed')
    })
  }
  await escalate(ctx, { day, people, daysOff, isAtWork })
  return isComplete
}

async function writeDigest(ctx: Context, person: Person, day: string, about: string): Promise<void> {
  const { actor, settings, employee } = person
  const facts = await inLanguage(actor.language, () =>
    digestOf({ ...ctx, actor }, employee?.number ?? null, day),
  )
  if (!facts) return
  const isMailed = settings.email && ctx.mailer !== undefined
  await ctx.store.transaction((tx) =>
    insertNotification(tx, { account: actor.id, about, facts, isMailed, isPushed: settings.push }, ctx.now()),
  )
}
