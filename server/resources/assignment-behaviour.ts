import type { RecordValues } from '#domain/catalogue/entity.ts'
import { showDay } from '#domain/dates.ts'
import { invalid } from '#domain/problem.ts'
import type { RecordWriter } from '../store/records.ts'

interface Change {
  before: Readonly<RecordValues> | null
  after: Readonly<RecordValues> | null
}

/** For every day one answer to who looks after a customer, whichever way an assignment is written. Hold the customer first. */
export async function checkAssignment(
  { before, after }: Change,
  { writer }: { writer: RecordWriter },
): Promise<void> {
  if (!after) return
  const from = after['From_Day'] as string
  const until = after['Until_Day'] as string | null
  if (until !== null && until < from) {
    throw invalid([{ field: 'Until_Day', message: 'Until Day should not be earlier than From Day' }])
  }
  let others = writer.tx
    .selectFrom(writer.entity.table)
    .select(['from_day', 'until_day', 'employee_number'])
    .where('customer_code', '=', after['Customer_Code'] as string)
    // One that begins on the same day is the same one: the key says so.
    .where('from_day', '<>', from)
    .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', from)]))
  if (before) others = others.where('from_day', '<>', before['From_Day'] as string)
  if (until !== null) others = others.where('from_day', '<=', until)
  const other = await others.executeTakeFirst()
  if (!other) return
  const days = `from ${showDay(String(other['from_day']))}${other['until_day'] === null ? ' on' : ` until ${showDay(String(other['until_day']))}`}`
  const message = `Customer ${String(after['Customer_Code'])} is with employee ${String(other['employee_number'])} ${days}: the days of two assignments should not overlap`
  throw invalid([{ field: 'From_Day', message }])
}
