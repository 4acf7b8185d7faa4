import { system } from '#domain/access/actor.ts'
import { claimSetting } from '../store/settings.ts'
import type { Context } from '../context.ts'
import { createWithin } from '../resources/resource-service.ts'
import { starterRows } from './starter-rows.ts'

/** Loads the starter rows once, all or none; true when this was the time. */
export async function loadStarterRows(ctx: Context): Promise<boolean> {
  const author = { ...ctx, actor: system('starter rows') }
  return ctx.store.transaction(async (tx) => {
    if (!(await claimSetting(tx, 'starter-rows', 'loaded', ctx.now()))) return false
    for (const [name, record] of starterRows) await createWithin(author, tx, name, record)
    return true
  })
}
