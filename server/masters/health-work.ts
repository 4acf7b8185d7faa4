import { sql } from 'kysely'
import { addDays, daysBetween, showDay } from '#domain/dates.ts'
import { oldBalanceDays } from '#domain/health/rules.ts'
import { inParallel } from '../in-parallel.ts'
import { cropsWithoutMaterial, customersBySoil, soilsWithoutCrop } from '../visits/advice-store.ts'
import { isWrong, named, textOf, type Check } from './health-check.ts'
import type { Row } from '../store/dialect.ts'

const customerNamed = named('customer')
const pageOf = (row: Row): string => `/customers/${encodeURIComponent(textOf(row['code']))}`

export const nobodyChecks: readonly Check[] = [
  {
    entity: 'customer',
    table: 'customer',
    rows: (piece, { day }) =>
      sql`select ${customerNamed} from customer where ${piece} and not exists (
        select 1 from assignment where assignment.customer_code = customer.customer_code
        and from_day <= ${day} and (until_day is null or until_day >= ${day}))`,
    says: isWrong('Nobody looks after them today'),
    link: () => ({ to: '/admin/handover', words: 'Give them to somebody' }),
  },
]

export const neverVisitedChecks: readonly Check[] = [
  {
    entity: 'customer',
    table: 'customer',
    rows: (piece, { day }) =>
      sql`select ${customerNamed}, customer.created_at from customer
        where last_visited is null and created_at < ${addDays(day, -365)} and ${piece}`,
    says: (row) => `Entered on ${showDay(textOf(row['created_at']).slice(0, 10))}, never visited`,
    link: (row) => ({ to: pageOf(row), words: 'Plan a visit' }),
  },
]

export const balanceOldChecks: readonly Check[] = [
  {
    entity: 'balance',
    table: 'balance',
    rows: (piece, { day }) =>
      sql`select balance.id, balance.version, customer.customer_code as code, customer.customer_name as name, as_of
        from balance join customer on customer.customer_code = balance.customer_code
        where as_of < ${addDays(day, -oldBalanceDays)} and receivable <> 0 and ${piece}`,
    says: {
      after: async (_db, { day }) => {
        return (row) =>
          `As of ${showDay(textOf(row['as_of']))}, ${daysBetween(textOf(row['as_of']), day)} days ago`
      },
    },
    link: () => ({ to: '/admin/balances', words: 'Bring newer balances' }),
  },
]

export const unassignedChecks: readonly Check[] = [
  {
    entity: 'visit',
    table: 'visit',
    rows: (piece) =>
      sql`select ${named('visit')} from visit
        where status = 'unassigned' and ${piece}`,
    says: isWrong('Nobody has said whose visit it was'),
    link: (row) => ({
      to: `/visits?${new URLSearchParams({ Status: 'unassigned', q: textOf(row['code']) }).toString()}`,
      words: 'Say whose it was',
    }),
  },
]

/** What the page of advice gaps shows as well, by the same statements. */
export const cropMaterialChecks: readonly Check[] = [
  {
    entity: 'crop',
    table: 'crop',
    rows: (piece) => sql`select ${named('crop')} from crop where ${piece}`,
    says: {
      after: async (db) => {
        const codes = new Set((await cropsWithoutMaterial(db)).map(({ code }) => code))
        return (row) => (codes.has(textOf(row['code'])) ? 'It suits a soil and has no material' : null)
      },
    },
    link: (row) => ({
      to: `/crop-material-mapping?${new URLSearchParams({ Crop_Code: textOf(row['code']) }).toString()}`,
      words: 'Map a material',
    }),
  },
]

export const soilCropChecks: readonly Check[] = [
  {
    entity: 'soil',
    table: 'soil',
    rows: (piece) => sql`select ${named('soil')} from soil where ${piece}`,
    says: {
      after: async (db) => {
        const [soils, customers] = await inParallel([
          () => soilsWithoutCrop(db),
          () => customersBySoil(db, undefined),
        ])
        const codes = new Set(soils.map(({ code }) => code))
        return (row) => {
          const count = customers.get(textOf(row['name'])) ?? 0
          if (count === 0 || !codes.has(textOf(row['code']))) return null
          return `${count.toLocaleString('en-IN')} ${count === 1 ? 'customer has' : 'customers have'} it, and no crop is mapped to it`
        }
      },
    },
    link: (row) => ({
      to: `/mapping?${new URLSearchParams({ Soil_Code: textOf(row['code']) }).toString()}`,
      words: 'Map a crop',
    }),
  },
]
