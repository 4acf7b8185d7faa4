import { sql } from 'kysely'
import { addDays, daysBetween, formatDate } from '#domain/dates/dates.ts'
import { oldBalanceDays } from '#domain/data-quality/rules.ts'
import { inParallel } from '../base/in-parallel.ts'
import { cropsWithoutMaterial, customersBySoil, soilsWithoutCrop } from '../advice/advice-store.ts'
import { always, checkWith, recordColumns, type Check, type CheckedRow } from './quality-check.ts'
import { t } from '#domain/messages/t.ts'

const customerColumns = recordColumns('customer')
const pageOf = (row: CheckedRow): string => `/customers/${encodeURIComponent(row.code)}`

export const ownerlessChecks: readonly Check[] = [
  {
    entity: 'customer',
    table: 'customer',
    rows: (chunk, { day }) =>
      sql`select ${customerColumns} from customer where ${chunk} and not exists (
        select 1 from assignment where assignment.customer_code = customer.customer_code
        and from_day <= ${day} and (until_day is null or until_day >= ${day}))`,
    describe: always('No owner today'),
    link: () => ({ to: '/admin/handover', words: t('Assign an owner') }),
  },
]

export const neverVisitedChecks: readonly Check[] = [
  checkWith<{ created_at: string }>({
    entity: 'customer',
    table: 'customer',
    rows: (chunk, { day }) =>
      sql`select ${customerColumns}, customer.created_at from customer
        where last_visited is null and created_at < ${addDays(day, -365)} and ${chunk}`,
    describe: (row) => t('Entered on {day}, never visited', { day: formatDate(row.created_at.slice(0, 10)) }),
    link: (row) => ({ to: pageOf(row), words: t('Plan a visit') }),
  }),
]

export const balanceOldChecks: readonly Check[] = [
  checkWith<{ as_of: string }>({
    entity: 'balance',
    table: 'balance',
    rows: (chunk, { day }) =>
      sql`select balance.id, balance.version, customer.customer_code as code, customer.customer_name as name, as_of
        from balance join customer on customer.customer_code = balance.customer_code
        where as_of < ${addDays(day, -oldBalanceDays)} and receivable <> 0 and ${chunk}`,
    describe: {
      prepare: async (_db, { day }) => {
        return (row) =>
          t('As of {day}, {count, plural, one {# day} other {# days}} ago', {
            day: formatDate(row.as_of),
            count: daysBetween(row.as_of, day),
          })
      },
    },
    link: () => ({ to: '/admin/balances', words: t('Upload newer balances') }),
  }),
]

export const unassignedChecks: readonly Check[] = [
  {
    entity: 'visit',
    table: 'visit',
    rows: (chunk) =>
      sql`select ${recordColumns('visit')} from visit
        where status = 'unassigned' and ${chunk}`,
    describe: always('No employee is set for this visit'),
    link: (row) => ({
      to: `/visits?${new URLSearchParams({ Status: 'unassigned', q: row.code }).toString()}`,
      words: t('Set the employee'),
    }),
  },
]

/** Uses the same statements as the page of advice gaps. */
export const cropMaterialChecks: readonly Check[] = [
  {
    entity: 'crop',
    table: 'crop',
    rows: (chunk) => sql`select ${recordColumns('crop')} from crop where ${chunk}`,
    describe: {
      prepare: async (db) => {
        const codes = new Set((await cropsWithoutMaterial(db)).map(({ code }) => code))
        return (row) => (codes.has(row.code) ? t('Suits a soil, but has no mapped material') : null)
      },
    },
    link: (row) => ({
      to: `/crop-material-mapping?${new URLSearchParams({ Crop_Code: row.code }).toString()}`,
      words: t('Map a material'),
    }),
  },
]

export const soilCropChecks: readonly Check[] = [
  {
    entity: 'soil',
    table: 'soil',
    rows: (chunk) => sql`select ${recordColumns('soil')} from soil where ${chunk}`,
    describe: {
      prepare: async (db) => {
        const [soils, customers] = await inParallel([
          () => soilsWithoutCrop(db),
          () => customersBySoil(db, undefined),
        ])
        const codes = new Set(soils.map(({ code }) => code))
        return (row) => {
          const count = customers.get(row.name ?? '') ?? 0
          if (count === 0 || !codes.has(row.code)) return null
          return t(
            '{count, plural, one {# customer has} other {# customers have}} it, and no crop is mapped to it',
            { count },
          )
        }
      },
    },
    link: (row) => ({
      to: `/mapping?${new URLSearchParams({ Soil_Code: row.code }).toString()}`,
      words: t('Map a crop'),
    }),
  },
]
