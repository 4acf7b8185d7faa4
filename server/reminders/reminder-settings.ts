import type { ReminderChoices, ReminderSettings } from '#domain/api/reminders/notifications.ts'
import type { Actor } from '#domain/access/actor.ts'
import { unauthenticated } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'

export type AccountActor = Extract<Actor, { kind: 'account' }>

export function accountOf({ actor }: Context): AccountActor {
  if (actor.kind !== 'account') throw unauthenticated()
  return actor
}

export async function ownReminderSettings(ctx: Context): Promise<ReminderSettings> {
  requireRight(ctx, 'read', 'ownProfile')
  const { id } = accountOf(ctx)
  const chosen = (await chosenSettings(ctx.store.read, [id])).get(id)
  const { defaults, at } = ctx.config.reminders
  return {
    ...(chosen ?? defaults),
    isDefault: chosen === undefined,
    isMailOn: ctx.mailer !== undefined,
    digestAt: at,
  }
}

export async function changeReminderSettings(
  ctx: Context,
  choices: ReminderChoices,
): Promise<ReminderSettings> {
  requireRight(ctx, 'update', 'ownProfile')
  const { id } = accountOf(ctx)
  const row = {
    digest: Number(choices.digest),
    email: Number(choices.email),
    push: Number(choices.push),
    quiet_from: choices.quietFrom,
    quiet_to: choices.quietTo,
    changed_at: ctx.now().toISOString(),
  }
  await ctx.store.transaction(async (tx) => {
    await tx
      .insertInto('reminder_setting')
      .values({ account_id: id, ...row })
      .onConflict((taken) => taken.column('account_id').doUpdateSet(row))
      .execute()
    recordEvent(tx, ctx, { action: 'reminders changed', entity: 'account', record: id })
  })
  return ownReminderSettings(ctx)
}

/** What these accounts chose; the others get the defaults of the firm. */
export async function chosenSettings(
  db: Db,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, ReminderChoices>> {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('reminder_setting')
    .selectAll()
    .where('account_id', 'in', accounts)
    .execute()
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        digest: row.digest === 1,
        email: row.email === 1,
        push: row.push === 1,
        quietFrom: row.quiet_from,
        quietTo: row.quiet_to,
      },
    ]),
  )
}
