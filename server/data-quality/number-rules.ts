import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { adviseGstin, tidyGstin } from '#domain/india/gstin.ts'
import { advisePan, tidyPan } from '#domain/india/pan.ts'
import { advisePhone, digitsOfPhone, uniformPhone } from '#domain/india/phone.ts'
import { advisePincode } from '#domain/india/pincode.ts'
import { gstCodeText, indianStates, stateOfGstCode } from '#domain/india/states.ts'
import { mask } from '#domain/mask.ts'
import { foldText } from '#domain/text.ts'
import { inParallel } from '../base/in-parallel.ts'
import type { Db } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'
import { checkWith, isIndia, numberOf, recordColumns, type Check, type CheckedRow } from './quality-check.ts'
import { t } from '#domain/messages/t.ts'

/** The value followed by its problems, so that the record need not be opened. */
const describeValue = (value: string, sentences: readonly string[]): string | null =>
  sentences.length > 0 ? `${value}: ${sentences.join('. ')}` : null

/** Data stewards may not be allowed to see it in full. */
const shownValue = (entity: string, field: string, value: string): string =>
  entityNamed(entity).fields[field]?.sensitive ? mask(value) : value

/** The tables with a GSTIN. */
const tablesWithGstin = [
  ['company', 'GST_No'],
  ['branch', 'GST_No'],
  ['customer', 'GSTIN'],
] as const

export const gstinChecks: readonly Check[] = tablesWithGstin.map(([table, field]) =>
  checkWith<{ gstin: string }>({
    entity: table,
    table,
    field,
    rows: (chunk) =>
      sql`select ${recordColumns(table)}, ${sql.ref(columnName(field))} as gstin from ${sql.table(table)}
        where ${sql.ref(columnName(field))} is not null and ${chunk}`,
    describe: (row) => describeValue(shownValue(table, field, row.gstin), adviseGstin(row.gstin)),
  }),
)

export const gstinStateChecks: readonly Check[] = tablesWithGstin.map(([table, field]) =>
  checkWith<{ gstin: string } & Pick<Tables['state'], 'ext_code' | 'state_name'>>({
    entity: table,
    table,
    field,
    rows: (chunk) =>
      sql`select ${recordColumns(table)}, ${sql.ref(columnName(field))} as gstin, state.ext_code, state.state_name
      from ${sql.table(table)} join state on state.state_code = ${sql.ref(`${table}.state_code`)}
      where ${sql.ref(columnName(field))} is not null and ${chunk}`,
    describe: (row) => {
      const { gstin } = row
      const withoutState = adviseGstin(gstin)
      const place = { extCode: numberOf(row.ext_code), stateName: row.state_name }
      return describeValue(
        shownValue(table, field, gstin),
        adviseGstin(gstin, place).filter((sentence) => !withoutState.includes(sentence)),
      )
    },
  }),
)

export const gstinPanChecks: readonly Check[] = [
  checkWith<{ gst_no: string; other: string }>({
    entity: 'branch',
    table: 'branch',
    field: 'GST_No',
    rows: (chunk) =>
      sql`select ${recordColumns('branch')}, branch.gst_no, company.gst_no as other
        from branch join company on company.company_code = branch.company_code
        where branch.gst_no is not null and company.gst_no is not null and ${chunk}`,
    describe: (row) => {
      const [own, other] = [row.gst_no, row.other].map(tidyGstin)
      if (own!.length !== 15 || other!.length !== 15 || own!.slice(2, 12) === other!.slice(2, 12)) return null
      return t('This GSTIN has the PAN {own}; the company’s has {other}', {
        own: own!.slice(2, 12),
        other: other!.slice(2, 12),
      })
    },
  }),
  checkWith<{ gstin: string; pan: string }>({
    entity: 'customer',
    table: 'customer',
    field: 'GSTIN',
    rows: (chunk) =>
      sql`select ${recordColumns('customer')}, gstin, pan from customer
        where gstin is not null and pan is not null and ${chunk}`,
    describe: ({ gstin, pan }) =>
      gstin.length !== 15 || tidyPan(pan) === gstin.slice(2, 12)
        ? null
        : describeValue(mask(gstin), [t('This GSTIN belongs to another PAN than the customer’s')]),
  }),
]

/** Only registered dealers have one, so its absence is to be looked at. */
export const gstinMissingChecks: readonly Check[] = [
  checkWith<{ country_code: string }>({
    entity: 'customer',
    table: 'customer',
    field: 'GSTIN',
    rows: (chunk) =>
      sql`select ${recordColumns('customer')}, country_code from customer
        where gstin is null and type = 'business' and tax_preference = 'taxable' and retired_on is null and ${chunk}`,
    describe: {
      prepare: async (db) => {
        const india = await indianCodes(db)
        return (row) => (india.has(row.country_code) ? t('A taxable business without a GSTIN') : null)
      },
    },
  }),
]

const codeByName = new Map(indianStates.map((state) => [foldText(state.name), state.gstCode]))
const gstCodeOf = ({ name }: CheckedRow): number | undefined => codeByName.get(foldText((name ?? '').trim()))

export const stateGstCodeChecks: readonly Check[] = [
  checkWith<Pick<Tables['state'], 'ext_code'>>({
    entity: 'state',
    table: 'state',
    field: 'Ext_Code',
    rows: (chunk) =>
      sql`select ${recordColumns('state')}, state.ext_code from state
        join zone on zone.zone_code = state.zone_code join country on country.country_code = zone.country_code
        where ${isIndia} and ${chunk}`,
    describe: (row) => {
      const [code, stored] = [gstCodeOf(row), numberOf(row.ext_code)]
      if (code === undefined) {
        return stored === undefined || stateOfGstCode(stored)
          ? null
          : t('No state of India has the GST code {code}', { code: stored })
      }
      if (stored === code) return null
      return stored === undefined
        ? t('{state} has the GST code {code}, not none', { state: row.name ?? '', code })
        : t('{state} has the GST code {code}, not {stored}', { state: row.name ?? '', code, stored })
    },
    fix: (row) => {
      const code = gstCodeOf(row)
      return code === undefined
        ? null
        : {
            words: t('Set Ext Code to {code}', { code: gstCodeText(code) }),
            change: { Ext_Code: gstCodeText(code) },
          }
    },
  }),
]

export const panChecks: readonly Check[] = [
  checkWith<{ pan: string; type: string }>({
    entity: 'customer',
    table: 'customer',
    field: 'PAN',
    rows: (chunk) =>
      sql`select ${recordColumns('customer')}, pan, type from customer
        where pan is not null and ${chunk}`,
    // The name is not compared, because a shop is often not named after its owner.
    describe: (row) =>
      describeValue(
        // The PAN is masked, because data stewards may not be allowed to see it in full.
        mask(row.pan),
        advisePan(row.pan, { type: row.type === 'individual' ? 'individual' : undefined }),
      ),
  }),
]

const tablesWithPincode = [
  ['company', 'Pincode'],
  ['branch', 'Pincode'],
  ['customer', 'Pin_Code'],
  ['employee', 'pincode'],
] as const

/** Read once instead of joined: the query planner might start from India and read each of its customers for every chunk. */
async function indianCodes(db: Db): Promise<ReadonlySet<string>> {
  const rows = await sql<{ country_code: string }>`select country_code from country where ${isIndia}`.execute(
    db,
  )
  return new Set(rows.rows.map((row) => row.country_code))
}

async function extCodes(db: Db): Promise<ReadonlyMap<string, number | undefined>> {
  const rows = await db.selectFrom('state').select(['state_code', 'ext_code']).execute()
  return new Map(rows.map((row) => [row.state_code, numberOf(row.ext_code)]))
}

export const pincodeChecks: readonly Check[] = tablesWithPincode.map(([table, field]) =>
  checkWith<{ pin: string; state_code: string; country_code: string }>({
    entity: table,
    table,
    field,
    rows: (chunk) =>
      sql`select ${recordColumns(table)}, ${sql.ref(columnName(field))} as pin, state_code, country_code
      from ${sql.table(table)} where ${chunk}`,
    describe: {
      prepare: async (db) => {
        const [india, states] = await inParallel([() => indianCodes(db), () => extCodes(db)])
        return (row) =>
          india.has(row.country_code)
            ? describeValue(row.pin, advisePincode(row.pin, { extCode: states.get(row.state_code) }))
            : null
      },
    },
  }),
)

const phoneCheck = (table: 'customer' | 'employee', field: string): Check =>
  checkWith<{ phone: string; type: string; country_code: string }>({
    entity: table,
    table,
    field,
    rows: (chunk) =>
      sql`select ${recordColumns(table)}, ${sql.ref(columnName(field))} as phone, type, country_code
      from ${sql.table(table)} where ${chunk}`,
    describe: {
      prepare: async (db) => {
        const india = await indianCodes(db)
        return (row) => {
          if (!india.has(row.country_code)) return null
          const phone = row.phone
          const advice = advisePhone(phone, table === 'employee' || row.type === 'individual')
          return advice ? describeValue(phone, [advice]) : null
        }
      },
    },
  })

export const phoneChecks: readonly Check[] = [
  phoneCheck('customer', 'Customer_Phone'),
  phoneCheck('employee', 'phone'),
]

/** Numbers stored before all of them got one format; a fix changes each with a trace in its history. */
const phoneFormatCheck = (
  table: 'customer' | 'employee' | 'staff_user',
  entity: string,
  field: string,
): Check =>
  checkWith<{ phone: string }>({
    entity,
    table,
    field,
    rows: (chunk) =>
      sql`select ${recordColumns(table)}, ${sql.ref(columnName(field))} as phone from ${sql.table(table)}
      where ${sql.ref(columnName(field))} is not null and ${chunk}`,
    describe: ({ phone }) => (uniformPhone(phone) === phone ? null : phone),
    fix: ({ phone }) => ({
      words: t('Write it as {value}', { value: uniformPhone(phone) }),
      change: { [field]: uniformPhone(phone) },
    }),
  })

export const phoneFormatChecks: readonly Check[] = [
  phoneFormatCheck('customer', 'customer', 'Customer_Phone'),
  phoneFormatCheck('employee', 'employee', 'phone'),
  phoneFormatCheck('staff_user', 'staffUser', 'Emp_Mobile_No'),
]

const sameAsAnother = {
  Customer_Phone: 'The same Phone as another customer',
  PAN: 'The same PAN as another customer',
  GSTIN: 'The same GSTIN as another customer',
} as const

const sameValueCheck = (field: keyof typeof sameAsAnother, keyOf: (text: string) => string | null): Check =>
  checkWith<{ same: string }>({
    entity: 'customer',
    table: 'customer',
    field,
    rows: (chunk) =>
      sql`select ${recordColumns('customer')}, ${sql.ref(columnName(field))} as same
        from customer where ${sql.ref(columnName(field))} is not null and ${chunk}`,
    describe: (row) => describeValue(shownValue('customer', field, row.same), [t(sameAsAnother[field])]),
    sameKey: (row) => keyOf(row.same),
  })

export const samePhoneChecks = [sameValueCheck('Customer_Phone', (text) => digitsOfPhone(text) ?? null)]
export const samePanChecks = [sameValueCheck('PAN', (text) => tidyPan(text) || null)]
export const sameGstinChecks = [sameValueCheck('GSTIN', (text) => tidyGstin(text) || null)]

export const panFormatChecks: readonly Check[] = [
  checkWith<{ pan: string }>({
    entity: 'customer',
    table: 'customer',
    field: 'PAN',
    rows: (chunk) =>
      sql`select ${recordColumns('customer')}, pan from customer where pan is not null and ${chunk}`,
    describe: ({ pan }) => (tidyPan(pan) !== pan && advisePan(pan).length === 0 ? mask(pan) : null),
    fix: ({ pan }) => ({
      words: t('Write it as {value}', { value: mask(tidyPan(pan)) }),
      change: { PAN: tidyPan(pan) },
    }),
  }),
]
