import type { Home } from '#domain/api/home.ts'
import { territoryOf } from '#domain/access/actor.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { Problem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { inParallel } from '../base/in-parallel.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { administratorParts } from './administrator-parts.ts'
import { fieldParts, visitsCustomers } from './field-parts.ts'
import { managerParts } from './manager-parts.ts'
import { officeParts } from './office-parts.ts'
import { may, type ReadPart } from './parts.ts'

/** What the account needs now. Each part checks its own rights and may fail for itself. */
export async function readHome(ctx: Context, version: string): Promise<Home> {
  const { timeZone } = ctx.config
  const clock = { today: dayIn(ctx.now(), timeZone), timeZone }
  const { actor } = ctx
  const isWaiting = actor.kind === 'account' && actor.status === 'pending'
  if (isWaiting) return { ...clock, isWaiting, isNewFirm: false }
  const read: ReadPart = async (isShown, work) => {
    if (!isShown) return undefined
    try {
      return await work()
    } catch (error) {
      if (error instanceof Problem) return { problem: error.message }
      ctx.log.error({ err: error, reqId: ctx.requestId }, 'a part of the home page could not be read')
      return { problem: t('This part could not be loaded. Try again later.') }
    }
  }
  const isField = await visitsCustomers(ctx)
  const [field, office, manager, administrator, ofNewFirm] = await inParallel([
    () => fieldParts(ctx, read, isField, clock.today),
    () => officeParts(ctx, read),
    () => managerParts(ctx, read, isField),
    () => administratorParts(ctx, read, version),
    () => newFirm(ctx),
  ])
  return { ...clock, isWaiting, ...ofNewFirm, ...field, ...office, ...manager, ...administrator }
}

async function newFirm(ctx: Context): Promise<Pick<Home, 'isNewFirm' | 'hasCountries'>> {
  const mayEnter = may(ctx, 'read', 'customer') && may(ctx, 'create', 'customer')
  if (!mayEnter || territoryOf(ctx.actor) || (await hasAny(ctx, 'customer'))) return { isNewFirm: false }
  return {
    isNewFirm: true,
    ...(may(ctx, 'read', 'country') && { hasCountries: await hasAny(ctx, 'country') }),
  }
}

async function hasAny(ctx: Context, entity: 'customer' | 'country'): Promise<boolean> {
  const page = { filters: [], sort: { field: 'id', descending: false }, limit: 1, total: false }
  return (await gate(ctx, 'read', entity).list(page)).items.length > 0
}
