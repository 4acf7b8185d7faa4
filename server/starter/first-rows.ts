import { system } from '#domain/access/actor.ts'
import { claimSetting } from '../store/settings.ts'
import type { Context } from '../core/context.ts'
import { createInTransaction } from '../records/record-service.ts'
import { starterRows } from './starter-rows.ts'

/** Loads the starter rows once, in one transaction; true when they were loaded now. */
export async function loadStarterRows(ctx: Context): Promise<boolean> {
  const systemCtx = { ...ctx, actor: system('starter rows') }
  return ctx.store.transaction(async (tx) => {
    if (!(await claimSetting(tx, 'starter-rows', 'loaded', ctx.now()))) return false
    for (const [name, record] of starterRows) await createInTransaction(systemCtx, tx, name, record)
    return true
  })
}
