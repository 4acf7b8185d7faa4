import { entities } from '#domain/catalogue/catalogue.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import type { BalanceReportRow } from '#domain/api/money/balances.ts'
import type { BalanceOutcome } from '#domain/balances/balance.ts'
import type { BalanceRow } from '#domain/balances/balance-row.ts'
import { t } from '#domain/messages/t.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { findByFormerKeys } from '../store/records/former-codes.ts'
import { inParts } from '../store/records/record-sets.ts'
import { existingKeys, keysByErpCode } from './balance-store.ts'

type CustomerRow = Pick<BalanceRow, 'line' | 'by' | 'code'>

/** A row with the key of its customer. */
export type Keyed<R extends CustomerRow> = R & {
  key: string
  /** The customer has another code now. */
  isFormer?: boolean
}

/** Adds the key of each row's customer, also by a code that it had before. Whether it exists is looked up later, with a lock. */
export async function findCustomers<R extends CustomerRow>(
  ctx: Context,
  rows: readonly R[],
  report: BalanceReportRow[],
): Promise<Keyed<R>[]> {
  const erpCodes = new Set(rows.filter(({ by }) => by === 'Erp_Code').map(({ code }) => code))
  const byErp = await keysByErpCode(
    ctx.store.read,
    erpCodes,
    territoryFilter(ctx, 'customer', 'customer'),
    yieldToEventLoop,
  )
  const { Customer_Code } = entities.customer.fields
  const keys = rows.map(({ by, code }) => (by === 'Customer_Code' ? toKey(Customer_Code, code) : ''))
  const former = await formerKeys(ctx, new Set(keys.filter((key) => key !== '')))
  return rows.flatMap((row, at): Keyed<R>[] => {
    const key = keys[at]!
    if (row.by === 'Customer_Code') {
      const current = former.get(key)
      return [current === undefined ? { ...row, key } : { ...row, key: current, isFormer: true }]
    }
    const found = byErp.get(row.code) ?? []
    if (found.length === 1) return [{ ...row, key: found[0]! }]
    const [outcome, sentence]: [BalanceOutcome, string] =
      found.length === 0
        ? ['unknown', t('There is no customer with the Erp Code {code}', { code: row.code })]
        : [
            'wrong',
            t('{count} customers have the Erp Code {code}: use the Customer Code', {
              count: found.length,
              code: row.code,
            }),
          ]
    report.push({ line: row.line, customer: row.code, outcome, sentence })
    return []
  })
}

/** The present keys of customers that have been renamed or merged, by the keys that files still have. */
async function formerKeys(ctx: Context, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const part of inParts([...keys], 500)) {
    const existing = await existingKeys(ctx.store.read, part)
    const missing = part.filter((key) => !existing.has(key))
    const current = await findByFormerKeys(ctx.store.read, entities.customer, missing)
    for (const [former, { key }] of current) found.set(former, key)
    await yieldToEventLoop()
  }
  return found
}

/** Adds to the result of a row that the code of its customer has changed. */
export const withFormerCode = (
  row: CustomerRow & { isFormer?: boolean },
  result: BalanceReportRow,
): BalanceReportRow =>
  row.isFormer && result.outcome !== 'unknown'
    ? {
        ...result,
        sentence: t('{sentence}. {code} is now {customer}', {
          sentence: result.sentence,
          code: row.code,
          customer: result.customer,
        }),
      }
    : result
