import { sql } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { adviseGstin, tidyGstin } from '#domain/india/gstin.ts'
import { advisePan, tidyPan } from '#domain/india/pan.ts'
import { advisePhone, digitsOfPhone } from '#domain/india/phone.ts'
import { advisePincode } from '#domain/india/pincode.ts'
import { gstCodeText, indianStates, stateOfGstCode } from '#domain/india/states.ts'
import { mask } from '#domain/mask.ts'
import { foldText } from '#domain/text.ts'
import { inParallel } from '../in-parallel.ts'
import type { Db, Row } from '../store/dialect.ts'
import { isIndia, named, numberOf, textOf, type Check } from './health-check.ts'

/** What is wrong, after the value that is: one need not open the record to see it. */
const inWords = (value: string, sentences: readonly string[]): string | null =>
  sentences.length > 0 ? `${value}: ${sentences.join('. ')}` : null

/** The two that have an address with a GSTIN. */
const registered = ['company', 'branch'] as const

export const gstinChecks: readonly Check[] = registered.map((table) => ({
  entity: table,
  table,
  field: 'GST_No',
  rows: (piece) =>
    sql`select ${named(table)}, gst_no from ${sql.table(table)} where gst_no is not null and ${piece}`,
  says: (row) => inWords(textOf(row['gst_no']), adviseGstin(textOf(row['gst_no']))),
}))

export const gstinStateChecks: readonly Check[] = registered.map((table) => ({
  entity: table,
  table,
  field: 'GST_No',
  rows: (piece) =>
    sql`select ${named(table)}, gst_no, state.ext_code, state.state_name
      from ${sql.table(table)} join state on state.state_code = ${sql.ref(`${table}.state_code`)}
      where gst_no is not null and ${piece}`,
  says: (row) => {
    const gstin = textOf(row['gst_no'])
    const alone = adviseGstin(gstin)
    const place = { extCode: numberOf(row['ext_code']), stateName: textOf(row['state_name']) }
    return inWords(
      gstin,
      adviseGstin(gstin, place).filter((sentence) => !alone.includes(sentence)),
    )
  },
}))

export const gstinPanChecks: readonly Check[] = [
  {
    entity: 'branch',
    table: 'branch',
    field: 'GST_No',
    rows: (piece) =>
      sql`select ${named('branch')}, branch.gst_no, company.gst_no as other
        from branch join company on company.company_code = branch.company_code
        where branch.gst_no is not null and company.gst_no is not null and ${piece}`,
    says: (row) => {
      const [own, other] = [textOf(row['gst_no']), textOf(row['other'])].map(tidyGstin)
      if (own!.length !== 15 || other!.length !== 15 || own!.slice(2, 12) === other!.slice(2, 12)) return null
      return `This GSTIN has the PAN ${own!.slice(2, 12)}; the company’s has ${other!.slice(2, 12)}`
    },
  },
]

const codeOfName = new Map(indianStates.map((state) => [foldText(state.name), state.gstCode]))
const gstCodeOf = (row: Row): number | undefined => codeOfName.get(foldText(textOf(row['name']).trim()))

export const stateGstCodeChecks: readonly Check[] = [
  {
    entity: 'state',
    table: 'state',
    field: 'Ext_Code',
    rows: (piece) =>
      sql`select ${named('state')}, state.ext_code from state
        join zone on zone.zone_code = state.zone_code join country on country.country_code = zone.country_code
        where ${isIndia} and ${piece}`,
    says: (row) => {
      const [code, kept] = [gstCodeOf(row), numberOf(row['ext_code'])]
      if (code === undefined) {
        return kept === undefined || stateOfGstCode(kept)
          ? null
          : `No state of India has the GST code ${kept}`
      }
      return kept === code ? null : `${textOf(row['name'])} has the GST code ${code}, not ${kept ?? 'none'}`
    },
    fix: (row) => {
      const code = gstCodeOf(row)
      return code === undefined
        ? null
        : { words: `Set Ext Code to ${gstCodeText(code)}`, change: { Ext_Code: gstCodeText(code) } }
    },
  },
]

export const panChecks: readonly Check[] = [
  {
    entity: 'customer',
    table: 'customer',
    field: 'PAN',
    rows: (piece) =>
      sql`select ${named('customer')}, pan, type from customer
        where pan is not null and ${piece}`,
    // Not by the name: a shop is often called something else than its owner.
    says: (row) =>
      inWords(
        // Whoever looks after the data may not be somebody who sees a PAN in full.
        mask(textOf(row['pan'])),
        advisePan(textOf(row['pan']), { type: row['type'] === 'individual' ? 'individual' : undefined }),
      ),
  },
]

const pinned = [
  ['company', 'Pincode'],
  ['branch', 'Pincode'],
  ['customer', 'Pin_Code'],
  ['employee', 'pincode'],
] as const

/** Read once, not joined: the planner might start from India and look at each of its customers for every piece. */
async function indianCodes(db: Db): Promise<ReadonlySet<unknown>> {
  const rows = await sql<Row>`select country_code from country where ${isIndia}`.execute(db)
  return new Set(rows.rows.map((row) => row['country_code']))
}

async function extCodes(db: Db): Promise<ReadonlyMap<unknown, number | undefined>> {
  const rows = await db.selectFrom('state').select(['state_code', 'ext_code']).execute()
  return new Map(rows.map((row) => [row['state_code'], numberOf(row['ext_code'])]))
}

export const pincodeChecks: readonly Check[] = pinned.map(([table, field]) => ({
  entity: table,
  table,
  field,
  rows: (piece) =>
    sql`select ${named(table)}, ${sql.ref(columnName(field))} as pin, state_code, country_code
      from ${sql.table(table)} where ${piece}`,
  says: {
    after: async (db) => {
      const [india, states] = await inParallel([() => indianCodes(db), () => extCodes(db)])
      return (row) =>
        india.has(row['country_code'])
          ? inWords(
              textOf(row['pin']),
              advisePincode(textOf(row['pin']), { extCode: states.get(row['state_code']) }),
            )
          : null
    },
  },
}))

const phoneCheck = (table: 'customer' | 'employee', field: string): Check => ({
  entity: table,
  table,
  field,
  rows: (piece) =>
    sql`select ${named(table)}, ${sql.ref(columnName(field))} as phone, type, country_code
      from ${sql.table(table)} where ${piece}`,
  says: {
    after: async (db) => {
      const india = await indianCodes(db)
      return (row) => {
        if (!india.has(row['country_code'])) return null
        const phone = textOf(row['phone'])
        const advice = advisePhone(phone, table === 'employee' || row['type'] === 'individual')
        return advice ? inWords(phone, [advice]) : null
      }
    },
  },
})

export const phoneChecks: readonly Check[] = [
  phoneCheck('customer', 'Customer_Phone'),
  phoneCheck('employee', 'phone'),
]

const sameOf = (field: 'Customer_Phone' | 'PAN', keyOf: (text: string) => string | null): Check => {
  const { label, sensitive } = entityNamed('customer').fields[field]!
  return {
    entity: 'customer',
    table: 'customer',
    field,
    rows: (piece) =>
      sql`select ${named('customer')}, ${sql.ref(columnName(field))} as same
        from customer where ${sql.ref(columnName(field))} is not null and ${piece}`,
    says: (row) => {
      const value = textOf(row['same'])
      return inWords(sensitive ? mask(value) : value, [
        `The same ${label.replace('Customer ', '')} as another customer`,
      ])
    },
    sameKey: (row) => keyOf(textOf(row['same'])),
  }
}

export const samePhoneChecks = [sameOf('Customer_Phone', (text) => digitsOfPhone(text) ?? null)]
export const samePanChecks = [sameOf('PAN', (text) => tidyPan(text) || null)]
