import { sql } from 'kysely'
import { entityNamed, type EntityName } from '#domain/catalogue/catalogue.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Dialect } from '../store/dialect.ts'
import { findByColumn } from '../store/records/record-sets.ts'
import {
  erasedName,
  erasedValues,
  exactOf,
  formerValues,
  idsOf,
  isFullName,
  mergedIds,
  readBin,
  readBinOf,
  spellingsOfPhone,
  textsOf,
  without,
  type OwnRecords,
  type Person,
} from './person.ts'

const ofVisits = [
  'Remarks',
  'Feedback',
  'Fixed_Field',
  'Reason',
  'Advice_Reason',
  'Check_In_Place',
  'Photo_ID',
] as const

const codeOf = (record: StoredRecord): string => textAt(record, 'Customer_Code')

/** What is written into a customer, whose code and money stay. */
const erasedCustomer = (record: StoredRecord, today: string): RecordValues => ({
  Customer_Name: erasedName(codeOf(record)),
  Local_Name: null,
  Primary_Contact: erasedValues.text,
  Customer_Email: erasedValues.email,
  Customer_Phone: erasedValues.phone,
  PAN: null,
  GSTIN: null,
  Street: erasedValues.text,
  Pin_Code: erasedValues.pinCode,
  Retired_On: today,
  Retired_Reason: erasedValues.text,
})

const members = new Set<string>([
  'Customer_Name',
  'Local_Name',
  'Primary_Contact',
  'Customer_Email',
  'Customer_Phone',
  'PAN',
  'GSTIN',
  'Street',
  'Pin_Code',
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
  { entity: 'visit', how: without(...ofVisits) },
  { entity: 'assignment', how: without('Remarks') },
  { entity: 'customerPlace', how: 'delete' },
  { entity: 'customerLicence', how: 'delete' },
]

/** Finds a customer, also a deleted one, by id or code, with its records and by what they are recognised. */
export async function findCustomer(db: Db, dialect: Dialect, idOrCode: string): Promise<Person | undefined> {
  const customer = entityNamed('customer')
  const [found] = [
    ...(await findByColumn(db, customer, 'id', [idOrCode.toLowerCase()])),
    ...(await findByColumn(db, customer, 'natural_key', [foldText(idOrCode)])),
  ]
  const binned = found ? undefined : (await readBin(db, 'customer', [idOrCode.toLowerCase()]))[0]
  const record = found ?? binned
  if (!record) return undefined
  const ids = [record.id, ...(await mergedIds(db, 'customer', record.id))]
  const former = await formerValues(db, 'customer', ids)
  const all = [record, ...former, ...(await readBin(db, 'customer', ids))]
  const codes = textsOf(all, ['Customer_Code'])
  const records: OwnRecords[] = [
    {
      entity: 'customer',
      how: erasedCustomer,
      live: found ? [found] : [],
      binned: await readBin(db, 'customer', ids),
    },
  ]
  for (const { entity, how } of related) {
    const declared = entityNamed(entity)
    const live = await findByColumn(db, declared, 'customer_code', found ? [codeOf(record)] : [])
    records.push({ entity, how, live, binned: await readBinOf(db, dialect, entity, 'Customer_Code', codes) })
  }
  const emails = textsOf(all, ['Customer_Email'])
  const messages = await messagesFrom(db, dialect, emails)
  records.push({ entity: 'contactMessage', how: 'delete', live: messages, binned: [] })
  const licences = records.find(({ entity }) => entity === 'customerLicence')!
  const numbers = textsOf([...licences.live, ...licences.binned], ['Licence_Number'])
  const names = textsOf(all, ['Customer_Name', 'Local_Name', 'Primary_Contact'])
  return {
    entity: 'customer',
    id: record.id,
    code: codeOf(record),
    records,
    marks: {
      own: ids,
      ids: idsOf(ids, records),
      codes: new Set(codes),
      codeMembers: ['Customer_Code'],
      exact: exactOf([
        ...textsOf(all, ['Customer_Email', 'PAN', 'GSTIN']),
        ...textsOf(all, ['Customer_Phone']).flatMap(spellingsOfPhone),
        ...names.filter(isFullName),
        ...numbers,
      ]),
      common: new Set([...names, ...textsOf(all, ['Street', 'Pin_Code'])].map(foldText)),
      members,
    },
  }
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
