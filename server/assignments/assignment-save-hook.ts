import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { invalid } from '#domain/problem.ts'
import type { Change, HookContext } from '../records/save-hooks.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Checks that a customer has one owner per day, however an assignment is saved. The caller must hold the lock of the
 * customer.
 */
export async function checkAssignment(
  { before, after }: Change<RecordNamed<'assignment'>>,
  { writer }: Pick<HookContext, 'writer'>,
): Promise<void> {
  if (!after) return
  const from = after.From_Day
  const until = after.Until_Day
  if (until !== null && until < from) {
    throw invalid([{ field: 'Until_Day', message: t('Until Day should not be earlier than From Day') }])
  }
  let others = writer.tx
    .selectFrom('assignment')
    .select(['from_day', 'until_day', 'employee_number'])
    .where('customer_code', '=', after.Customer_Code)
    // The key contains the first day, so one that begins on the same day is the same assignment.
    .where('from_day', '<>', from)
    .where((eb) => eb.or([eb('until_day', 'is', null), eb('until_day', '>=', from)]))
  if (before) others = others.where('from_day', '<>', before.From_Day)
  if (until !== null) others = others.where('from_day', '<=', until)
  const other = await others.executeTakeFirst()
  if (!other) return
  const values = {
    customer: after.Customer_Code,
    employee: other.employee_number,
    from: formatDate(other.from_day),
  }
  const message =
    other.until_day === null
      ? t(
          'Customer {customer} is assigned to employee {employee} from {from} on: the days of two assignments should not overlap',
          values,
        )
      : t(
          'Customer {customer} is assigned to employee {employee} from {from} until {until}: the days of two assignments should not overlap',
          { ...values, until: formatDate(other.until_day) },
        )
  throw invalid([{ field: 'From_Day', message }])
}
