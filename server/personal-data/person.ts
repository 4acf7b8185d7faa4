import { sql } from 'kysely'
import { entityNamed, type EntityName } from '#domain/catalogue/catalogue.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Dialect } from '../store/dialect.ts'
import { valuesIn } from '../store/history/history-store.ts'
import { findByColumn } from '../store/records/record-sets.ts'
import { fromBin } from '../store/records/record-rows.ts'
import { erasedMark, type Marks } from './scrub.ts'

/** Records about a person, of one entity. */
export interface OwnRecords {
  entity: EntityName
  /** Whether they are deleted, or kept without these members. */
  how: 'delete' | readonly string[]
  live: readonly StoredRecord[]
  binned: readonly StoredRecord[]
}

/** A customer with everything that is stored about it. */
export interface Person {
  id: string
  code: string
  name: string
  records: readonly OwnRecords[]
  marks: Marks
}

const personal = [
  'Customer_Name',
  'Local_Name',
  'Primary_Contact',
  'Customer_Email',
  'Customer_Phone',
  'PAN',
  'GSTIN',
  'Street',
  'Pin_Code',
] as const
const ofVisits = [
  'Remarks',
  'Feedback',
  'Fixed_Field',
  'Reason',
  'Advice_Reason',
  'Check_In_Place',
  'Photo_ID',
] as const
const members = new Set<string>([
  ...personal,
  ...ofVisits,
  'Place',
  'Licence_Number',
  'Issued_By',
  // Of contact messages, comments, proposals and documents.
  'username',
  'email',
  'message',
  'body',
  'remarks',
  'name',
])

/** Related records by the code of the customer. */
const related: readonly { entity: EntityName; how: OwnRecords['how'] }[] = [
  { entity: 'visit', how: ofVisits },
  { entity: 'assignment', how: ['Remarks'] },
  { entity: 'customerPlace', how: 'delete' },
  { entity: 'customerLicence', how: 'delete' },
]

/** What is written into a customer, whose code and money stay. */
export const erasedCustomer = (code: string, today: string): RecordValues => ({
  Customer_Name: ['Erased', code].join(' '),
  Local_Name: null,
  Primary_Contact: 'Erased',
  Customer_Email: 'erased@example.invalid',
  Customer_Phone: '0000000000',
  PAN: null,
  GSTIN: null,
  Street: 'Erased',
  Pin_Code: '000000',
  Retired_On: today,
  Retired_Reason: 'Erased',
})

const placeholders = new Set(
  [...Object.values(erasedCustomer('', '')), erasedMark].map((value) => foldText(String(value ?? ''))),
)

/** Finds a customer, also a deleted one, by id or code, with its records and by what they are recognised. */
export async function findPerson(db: Db, dialect: Dialect, idOrCode: string): Promise<Person | undefined> {
  const customer = entityNamed('customer')
  const [found] = [
    ...(await findByColumn(db, customer, 'id', [idOrCode.toLowerCase()])),
    ...(await findByColumn(db, customer, 'natural_key', [foldText(idOrCode)])),
  ]
  const binned = found ? undefined : (await readBin(db, 'customer', [idOrCode.toLowerCase()]))[0]
  const record = found ?? binned
  if (!record) return undefined
  const ids = [record.id, ...(await mergedIds(db, record.id))]
  const former = await formerValues(db, 'customer', ids)
  const all = [record, ...former, ...(await readBin(db, 'customer', ids))]
  const codes = textsOf(all, ['Customer_Code'])
  const records: OwnRecords[] = [
    {
      entity: 'customer',
      how: personal,
      live: found ? [found] : [],
      binned: await readBin(db, 'customer', ids),
    },
  ]
  for (const { entity, how } of related) {
    const declared = entityNamed(entity)
    const live = await findByColumn(db, declared, 'customer_code', found ? [codeOf(record)] : [])
    records.push({ entity, how, live, binned: await readBinOf(db, dialect, entity, codes) })
  }
  const emails = textsOf(all, ['Customer_Email'])
  const messages = await messagesFrom(db, dialect, emails)
  records.push({ entity: 'contactMessage', how: 'delete', live: messages, binned: [] })
  const licences = records.find(({ entity }) => entity === 'customerLicence')!
  const numbers = textsOf([...licences.live, ...licences.binned], ['Licence_Number'])
  const names = textsOf(all, ['Customer_Name', 'Local_Name', 'Primary_Contact'])
  const exact = [
    ...textsOf(all, ['Customer_Email', 'PAN', 'GSTIN']),
    ...textsOf(all, ['Customer_Phone']).flatMap(spellingsOfPhone),
    ...names.filter(isFullName),
    ...numbers,
  ].filter((value) => value.length >= 5)
  return {
    id: record.id,
    code: codeOf(record),
    name: textAt(record, 'Customer_Name'),
    records,
    marks: {
      customers: ids,
      ids: new Set([
        ...ids,
        ...records.flatMap(({ live, binned: deleted }) => [...live, ...deleted].map(({ id }) => id)),
      ]),
      codes: new Set(codes),
      exact: [...new Set(exact)],
      common: new Set([...names, ...textsOf(all, ['Street', 'Pin_Code'])].map(foldText)),
      members,
    },
  }
}

const codeOf = (record: StoredRecord): string => textAt(record, 'Customer_Code')

/** One word is the name of many people. */
const isFullName = (name: string): boolean => name.length >= 6 && /\s/.test(name)

function spellingsOfPhone(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '')
  const last = digits.slice(-10)
  return last.length < 10 ? [phone] : [phone, last, `${last.slice(0, 5)} ${last.slice(5)}`]
}

function textsOf(all: readonly Readonly<RecordValues>[], names: readonly string[]): string[] {
  const texts = all.flatMap((values) => names.flatMap((name) => values[name] ?? []))
  const strings = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
  return [...new Set(strings)].filter(
    (text) => !placeholders.has(foldText(text)) && !/^erased \S+$/i.test(text),
  )
}

/** Messages of the contact form, whose e-mail address may be in other letters. */
async function messagesFrom(db: Db, dialect: Dialect, emails: readonly string[]): Promise<StoredRecord[]> {
  if (emails.length === 0) return []
  const rows = await db
    .selectFrom('contact_message')
    .select('id')
    .where(dialect.folded(sql.ref('email')), 'in', emails.map(foldText))
    .execute()
  return findByColumn(
    db,
    entityNamed('contactMessage'),
    'id',
    rows.map(({ id }) => id),
  )
}

/** Customers that were merged into it, also indirectly. */
async function mergedIds(db: Db, id: string): Promise<string[]> {
  const found: string[] = []
  for (let next = [id]; next.length > 0;) {
    const rows = await db
      .selectFrom('former_code')
      .select('former_id')
      .where('entity', '=', 'customer')
      .where('reason', '=', 'merged')
      .where('record_id', 'in', next)
      .execute()
    next = rows.map(({ former_id }) => former_id).filter((each) => each !== id && !found.includes(each))
    found.push(...next)
  }
  return found
}

async function formerValues(db: Db, entity: string, ids: readonly string[]): Promise<RecordValues[]> {
  const rows = await db
    .selectFrom('history')
    .select(['before_values', 'after_values'])
    .where('entity', '=', entity)
    .where('record_id', 'in', ids)
    .execute()
  return rows.flatMap((row) => [row.before_values ?? [], row.after_values ?? []].flat().map(valuesIn))
}

async function readBin(db: Db, entity: string, ids: readonly string[]): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('bin')
    .select(['cells', 'version'])
    .where('entity', '=', entity)
    .where('record_id', 'in', ids)
    .execute()
  return rows.map(fromBin)
}

/** Deleted records of a customer; they do not refer to it any more, but name it. */
async function readBinOf(
  db: Db,
  dialect: Dialect,
  entity: string,
  codes: readonly string[],
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('bin')
    .select(['cells', 'version'])
    .where('entity', '=', entity)
    .where(dialect.jsonMember('cells', 'Customer_Code'), 'in', codes)
    .execute()
  return rows.map(fromBin)
}
