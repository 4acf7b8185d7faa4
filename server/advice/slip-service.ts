import { decide } from '#domain/access/allowances.ts'
import type { SlipAnswer } from '#domain/api/visits/advice.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { conflict } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import { read } from '../records/record-service.ts'
import { firmName } from '../advice-guard/firm-name.ts'
import { advisedNames, localNamesOf } from './slip-store.ts'

/** What a slip for the farmer is made from. */
export async function slipOfVisit(ctx: Context, id: string): Promise<SlipAnswer> {
  const visit = await read(ctx, 'visit', id)
  const { Customer_Code: code, Visited_On: day } = visit
  if (visit.Status !== 'visited' || code === null || day === null)
    throw conflict(t('There is a slip only for a visit to a customer that was made'))
  const customer = await read(ctx, 'customer', code)
  const { crops, materials } = await advisedNames(ctx.store.read, visit.id, {
    crops: visit.New_Recommended_Crops ?? [],
    materials: visit.New_Recommended_Materials ?? [],
  })
  const { Next_Visit_Suggested: next } = visit
  return {
    firm: decide(ctx.actor, 'read', 'company').allowed ? await firmName(ctx.store.read) : '',
    customer: customer.Customer_Name,
    customerLocalName: customer.Local_Name,
    reference: visit.Reference ?? visit.Visit_ID,
    day,
    crops: [...crops],
    materials: [...materials],
    details: visit.Advice_Details,
    next: next === null ? null : dayIn(new Date(next), ctx.config.timeZone),
    localNames: await localNamesOf(ctx.store.read, crops, materials),
  }
}
