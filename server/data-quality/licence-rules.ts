import { sql } from 'kysely'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { expiryOf, renewalDays } from '#domain/licences/licences.ts'
import { checkWith, type Check, type CheckedRow } from './quality-check.ts'
import { t } from '#domain/messages/t.ts'

/** Named by the customer and the number of the licence. */
const columns = sql`customer_licence.id, customer_licence.version, customer_licence.customer_code as code,
  customer.customer_name as name, customer_licence.licence_number as number`
const ofCustomer = sql`customer_licence join customer on customer.customer_code = customer_licence.customer_code`
const toCustomer = (row: CheckedRow): { to: string; words: string } => ({
  to: customerPath(row.code, 'data'),
  words: t('Open the customer'),
})

/** Not of retired customers, and not those that another licence of the same kind has replaced. */
export const licenceExpiryChecks: readonly Check[] = [
  checkWith<{ number: string; valid_until: string }>({
    entity: 'customerLicence',
    table: 'customer_licence',
    field: 'Valid_Until',
    rows: (chunk, { day }) =>
      sql`select ${columns}, customer_licence.valid_until from ${ofCustomer}
        where customer_licence.valid_until <= ${addDays(day, renewalDays)} and customer.retired_on is null
        and not exists (select 1 from customer_licence as newer
          where newer.customer_code = customer_licence.customer_code and newer.kind = customer_licence.kind
          and (newer.valid_until is null or newer.valid_until > customer_licence.valid_until)) and ${chunk}`,
    describe: {
      prepare: async (_db, { day }) => {
        return ({ number, valid_until: until }) =>
          expiryOf(until, day) === 'expired'
            ? t('Licence {number} expired on {day}', { number, day: formatDate(until) })
            : t('Licence {number} expires on {day}', { number, day: formatDate(until) })
      },
    },
    link: toCustomer,
  }),
]

export const licenceDocumentChecks: readonly Check[] = [
  checkWith<{ number: string }>({
    entity: 'customerLicence',
    table: 'customer_licence',
    rows: (chunk) =>
      sql`select ${columns} from ${ofCustomer}
        where customer.retired_on is null and not exists (select 1 from document
          where document.deleted_at is null and (
            (document.entity = 'customerLicence' and document.record_id = customer_licence.id)
            or (document.entity = 'customer' and document.record_id = customer.id)))
        and ${chunk}`,
    describe: ({ number }) => t('Licence {number} without a copy', { number }),
    link: toCustomer,
  }),
]
