import { entityNamed, type EntityName } from '#domain/catalogue/catalogue.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
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

/** The number stays, so that visits, plans and assignments still name one employee. */
const erasedEmployee = (record: StoredRecord, today: string): RecordValues => ({
  name: erasedName(textAt(record, 'employeeNumber')),
  userId: erasedName(textAt(record, 'employeeNumber')),
  email: erasedValues.email,
  phone: erasedValues.phone,
  street: erasedValues.text,
  pincode: erasedValues.pinCode,
  Retired_On: today,
  Retired_Reason: erasedValues.text,
})

/** The user id is often made of the name; the code stays, because others report to it. */
const erasedUser = (record: StoredRecord, today: string): RecordValues => ({
  User_Id: erasedName(textAt(record, 'Employee_Code')),
  Employee_Name: erasedName(textAt(record, 'Employee_Code')),
  Emp_Mobile_No: null,
  Emp_Mail_Id: null,
  Retired_On: today,
  Retired_Reason: erasedValues.text,
})

const nameMembers = ['name', 'Employee_Name']
const emailMembers = ['email', 'Emp_Mail_Id']
const phoneMembers = ['phone', 'Emp_Mobile_No']
const userIdMembers = ['userId', 'User_Id']
const addressMembers = ['street', 'pincode']
const members = new Set([
  ...nameMembers,
  ...emailMembers,
  ...phoneMembers,
  ...userIdMembers,
  ...addressMembers,
  'Start_City',
  'Start_Place',
  'Reason',
  // Of comments and documents.
  'body',
])

type StaffEntity = 'employee' | 'staffUser'
const codeMembers = { employee: 'employeeNumber', staffUser: 'Employee_Code' } as const

/** The related records by a code. */
const related: readonly { of: StaffEntity; entity: EntityName; member: string; how: OwnRecords['how'] }[] = [
  { of: 'employee', entity: 'workingTime', member: 'Employee_Number', how: 'delete' },
  { of: 'employee', entity: 'leave', member: 'Employee_Number', how: without('Reason') },
  {
    of: 'staffUser',
    entity: 'userRole',
    member: 'Employee_Code',
    how: (record) => ({ Employee_Name: erasedName(textAt(record, 'Employee_Code')) }),
  },
]

interface Found {
  live: StoredRecord[]
  binned: StoredRecord[]
}

async function findStaffRecord(db: Db, entity: StaffEntity, idOrCode: string): Promise<Found> {
  const declared = entityNamed(entity)
  const key = declared.fields[declared.key[0]!]!
  const [live] = [
    ...(await findByColumn(db, declared, 'id', [idOrCode.toLowerCase()])),
    ...(await findByColumn(db, declared, 'natural_key', [toKey(key, idOrCode)])),
  ]
  return live
    ? { live: [live], binned: [] }
    : { live: [], binned: await readBin(db, entity, [idOrCode.toLowerCase()]) }
}

/** The employee of a user or the user of an employee, by the user id, if it is of one person alone. */
async function findLinked(db: Db, entity: StaffEntity, { live }: Found): Promise<Found> {
  const [record] = live
  const none = { live: [], binned: [] }
  if (!record) return none
  const userId = textAt(record, entity === 'employee' ? 'userId' : 'User_Id')
  const employees = await findByColumn(db, entityNamed('employee'), 'user_id', [userId])
  const users = await findByColumn(db, entityNamed('staffUser'), 'user_id', [userId])
  if (employees.length > 1) return none
  return { live: entity === 'employee' ? users : employees, binned: [] }
}

/** Finds an employee or a user by id or code, with the other one and their records. */
export async function findStaff(
  db: Db,
  dialect: Dialect,
  entity: StaffEntity,
  idOrCode: string,
): Promise<Person | undefined> {
  const found = await findStaffRecord(db, entity, idOrCode)
  const record = found.live[0] ?? found.binned[0]
  if (!record) return undefined
  const other = await findLinked(db, entity, found)
  const isEmployee = entity === 'employee'
  const staff = { employee: isEmployee ? found : other, staffUser: isEmployee ? other : found }
  const records: OwnRecords[] = []
  const all: RecordValues[] = []
  const own: string[] = []
  const codes = new Set<string>()
  for (const each of ['employee', 'staffUser'] as const) {
    const { live, binned } = staff[each]
    const ids: string[] = []
    for (const { id } of [...live, ...binned]) ids.push(id, ...(await mergedIds(db, each, id)))
    if (ids.length === 0) continue
    const deleted = await readBin(db, each, ids)
    const values = [...live, ...deleted, ...(await formerValues(db, each, ids))]
    const ofEach = textsOf(values, [codeMembers[each]])
    records.push({
      entity: each,
      how: each === 'employee' ? erasedEmployee : erasedUser,
      live,
      binned: deleted,
    })
    for (const { of, entity: name, member, how } of related) {
      if (of !== each) continue
      const column = member.toLowerCase()
      const current = live.map((one) => textAt(one, codeMembers[each]))
      records.push({
        entity: name,
        how,
        live: await findByColumn(db, entityNamed(name), column, current),
        binned: await readBinOf(db, dialect, name, member, ofEach),
      })
    }
    all.push(...values)
    own.push(...ids)
    for (const code of ofEach) codes.add(code)
  }
  const names = textsOf(all, nameMembers)
  return {
    entity,
    id: record.id,
    code: textAt(record, codeMembers[entity]),
    records,
    marks: {
      own,
      ids: idsOf(own, records),
      codes,
      codeMembers: Object.values(codeMembers),
      exact: exactOf([
        ...textsOf(all, emailMembers),
        ...textsOf(all, phoneMembers).flatMap(spellingsOfPhone),
        ...names.filter(isFullName),
      ]),
      common: new Set([...names, ...textsOf(all, [...addressMembers, ...userIdMembers])].map(foldText)),
      members,
    },
  }
}
