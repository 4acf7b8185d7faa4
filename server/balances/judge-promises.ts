import { entities } from '#domain/catalogue/catalogue.ts'
import { system } from '#domain/access/actor.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { bookDaysOf, stateBy } from '../promises/promise-of-visit.ts'
import { dynamic, type Tx } from '../store/dialect.ts'
import { padToBucket } from '../store/query/prepared.ts'
import { inParts } from '../store/records/record-sets.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'

const { visit } = entities

/**
 * Judges the promises of these customers, also those judged before: a file may be of an earlier day. The caller holds the locks of the
 * customers. The visits are changed by the system: who uploads balances need not see visits.
 */
export async function judgePromises(ctx: Context, tx: Tx, codes: readonly string[]): Promise<void> {
  for (const part of inParts(codes, 200)) {
    const rows = await dynamic(tx)
      .selectFrom(tableOf(visit))
      .select(shapeOf(visit).selection)
      .where('customer_code', 'in', padToBucket(part))
      .where('money_on', 'is not', null)
      .where('promised_amount', 'is not', null)
      .execute()
    if (rows.length === 0) continue
    const visits = rows.map((row) => toRecord(visit, row))
    const books = await bookDaysOf(tx, [...new Set(visits.flatMap((each) => each.Customer_Code ?? []))])
    const { batchId: _, ...unbatched } = ctx
    const writer = gate(
      { ...unbatched, actor: system('a balance was uploaded') },
      'update',
      'visit',
      ctx.actor,
    ).using(tx)
    for (const each of visits) {
      const Promise_State = stateBy(each, books.get(each.Customer_Code ?? '') ?? [])
      if (Promise_State !== each.Promise_State) await writer.update(each, { ...each, Promise_State })
    }
  }
}
