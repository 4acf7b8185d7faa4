import { territoryOf } from '#domain/access/actor.ts'
import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { BalanceAnswer, BalanceReportRow } from '#domain/api/money/balances.ts'
import { keyOfBill } from '#domain/balances/balance-row.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import type { Context } from '../core/context.ts'
import type { Records } from '../store/records/records.ts'
import { inParts } from '../store/records/record-sets.ts'
import type { KeyedBill } from './bill-answer.ts'
import { saveBalances } from './bill-service.ts'
import { judgePromises } from './judge-promises.ts'
import {
  bookCustomers,
  customersToSettle,
  lastCompleteDay,
  markBillUpload,
  missingSince,
  saveCompleteDay,
} from './bill-store.ts'

/** The day of a complete file, or why the file is not taken as complete. */
type Complete = { day: string; bills: ReadonlySet<string> } | { problem: string }

/**
 * A file is taken as complete only if each of its rows is a bill that was understood: what is missing from it counts as settled. Rows of
 * unknown customers settle nothing.
 */
export function checkComplete(
  ctx: Context,
  bills: readonly KeyedBill[],
  report: readonly BalanceReportRow[],
): Complete {
  if (territoryOf(ctx.actor) !== undefined)
    return {
      problem: t('Not taken as complete: only an account that sees all customers can upload all bills'),
    }
  const wrong = report.filter(({ outcome }) => outcome === 'wrong').length
  if (wrong > 0)
    return {
      problem: t(
        'Not taken as complete: {count, plural, one {# row is} other {# rows are}} not valid. Correct the file and upload it again',
        { count: wrong },
      ),
    }
  const days = [...new Set(bills.map(({ bill }) => bill.As_Of))].toSorted()
  const [day] = days
  if (day === undefined) return { problem: t('Not taken as complete: the file has no bills') }
  if (days.length > 1)
    return {
      problem: t('Not taken as complete: the rows have several dates, {first} to {last}', {
        first: formatDate(day),
        last: formatDate(days.at(-1)!),
      }),
    }
  return { day, bills: new Set(bills.map(({ key, bill }) => nameOf(key, keyOfBill(bill.Bill_Number)))) }
}

const nameOf = (customerKey: string, billKey: string): string => JSON.stringify([customerKey, billKey])

interface CompleteWork {
  ctx: Context
  records: Records<RecordNamed<'balance'>>
  isDryRun: boolean
}

/** After all rows are saved: bills that only earlier files had are settled from now on. */
export async function finishComplete(
  { ctx, records, isDryRun }: CompleteWork,
  complete: Complete,
  failed: number,
): Promise<NonNullable<BalanceAnswer['complete']>> {
  if ('problem' in complete) return { isAccepted: false, settled: 0, sentence: complete.problem }
  if (failed > 0)
    return {
      isAccepted: false,
      settled: 0,
      sentence: t('Not taken as complete: some rows could not be saved. Upload the file again'),
    }
  const { day } = complete
  const before = await lastCompleteDay(ctx.store.read)
  const missing =
    before === null || day > before
      ? (await missingSince(ctx.store.read, day, before)).filter(
          ({ customerKey, billKey }) => !complete.bills.has(nameOf(customerKey, billKey)),
        )
      : []
  if (!isDryRun) {
    await ctx.store.transaction(async (tx) => {
      await saveCompleteDay(tx, { day, at: ctx.now() })
      await markBillUpload(tx, ctx.now())
    })
    // Also those that an interrupted upload of the same file has left.
    for (const keys of inParts(await customersToSettle(ctx.store.read, day), 200)) {
      await records.transaction(async (writer) => {
        const customers = await bookCustomers(writer.tx, keys, ctx.store.dialect.updateLock, undefined)
        await saveBalances(ctx, writer, customers, day)
        await judgePromises(
          ctx,
          writer.tx,
          [...customers.values()].map(({ code }) => code),
        )
      })
      await yieldToEventLoop()
    }
  }
  const values = { count: missing.length, date: formatDate(day) }
  return {
    isAccepted: true,
    settled: missing.length,
    sentence: isDryRun
      ? t(
          '{count, plural, =0 {No other bill is open} one {# bill that is missing from the file will be settled as of {date}} other {# bills that are missing from the file will be settled as of {date}}}',
          values,
        )
      : t(
          '{count, plural, =0 {No other bill was open} one {# bill that is missing from the file is settled as of {date}} other {# bills that are missing from the file are settled as of {date}}}',
          values,
        ),
  }
}
