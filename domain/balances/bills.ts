import { addDays, daysBetween } from '../dates/dates.ts'
import { t } from '../messages/t.ts'

/** An open bill of a customer according to the accounts; the amount is what is still to be paid, in rupees. */
export interface Bill {
  Bill_Number: string
  Bill_Date: string
  Amount: number
  /** The day of the file that had it last. */
  As_Of: string
}

/** A bill is due so many days after its date; payment on that day is in time. */
export const dueDay = (billDate: string, termDays: number): string => addDays(billDate, termDays)

/** Groups of open bills by days since the due day; `to` and `from` are included. */
export const ageingBuckets = [
  { name: 'notDue', from: null, to: 0 },
  { name: 'due30', from: 1, to: 30 },
  { name: 'due60', from: 31, to: 60 },
  { name: 'due90', from: 61, to: 90 },
  { name: 'dueMore', from: 91, to: null },
] as const
export type AgeingBucket = (typeof ageingBuckets)[number]['name']

/** The ages of bills that lists can be filtered by: those past their due day. */
export const dueBuckets = ['due30', 'due60', 'due90', 'dueMore'] as const satisfies readonly AgeingBucket[]

/** What is owed in each bucket, in rupees. */
export type Ageing = Record<AgeingBucket, number>

export const bucketLabels = (): Record<AgeingBucket, string> => ({
  notDue: t('Not due'),
  due30: t('1–30 days'),
  due60: t('31–60 days'),
  due90: t('61–90 days'),
  dueMore: t('Over 90 days'),
})

/** The bucket of a bill that is due on this day. */
export function bucketOf(due: string, today: string): AgeingBucket {
  const late = daysBetween(due, today)
  return ageingBuckets.find(({ to }) => to === null || late <= to)!.name
}

export const noAgeing = (): Ageing => ({ notDue: 0, due30: 0, due60: 0, due90: 0, dueMore: 0 })

/** Added in paise, which are whole numbers. */
export function ageingOf(
  bills: readonly Pick<Bill, 'Bill_Date' | 'Amount'>[],
  termDays: number,
  today: string,
): Ageing {
  const paise = noAgeing()
  for (const { Bill_Date, Amount } of bills)
    paise[bucketOf(dueDay(Bill_Date, termDays), today)] += Math.round(Amount * 100)
  return mapAgeing(paise, (each) => each / 100)
}

export const mapAgeing = (
  ageing: Ageing,
  change: (amount: number, bucket: AgeingBucket) => number,
): Ageing => {
  const changed = noAgeing()
  for (const { name } of ageingBuckets) changed[name] = change(ageing[name], name)
  return changed
}

/** What is past its due day. */
export const overdueIn = (ageing: Ageing): number =>
  ageingBuckets.reduce(
    (sum, { name }) => (name === 'notDue' ? sum : sum + Math.round(ageing[name] * 100)),
    0,
  ) / 100

/**
 * Whether a bill is open: the last file that had it left an amount, and no later file was complete. A complete file lists all open
 * bills of the firm, so that a bill missing from it is settled.
 */
export const isOpen = (
  { Amount, As_Of }: Pick<Bill, 'Amount' | 'As_Of'>,
  completeDay: string | null,
): boolean => Amount > 0 && (completeDay === null || As_Of >= completeDay)
