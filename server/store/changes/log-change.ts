import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import type { Tables } from '../tables/tables.ts'
import type { Tx } from '../dialect.ts'
import { deferInsert } from '../deferred-writes.ts'
import { changeLog } from './change-log-rows.ts'

export type ChangeSubject = Tables['change_log']['subject']

type Values = Readonly<RecordValues>

interface Logged {
  subject: ChangeSubject
  /** The field with the key: the row names the record before and after. */
  field?: string
  /** Whether a new record concerns nothing that exists. */
  ignoresNew?: true
}

/** What a phone holds of these entities. Customers are named by code: a rename names the old and the new one. */
const logged: Readonly<Record<string, readonly Logged[]>> = {
  ...Object.fromEntries(
    ['customer', 'visit', 'balance', 'assignment', 'customerPlace', 'customerLicence', 'cropLot'].map(
      (name) => [name, [{ subject: 'customer', field: 'Customer_Code' }]],
    ),
  ),
  ...Object.fromEntries(
    [
      'crop',
      'material',
      'season',
      'soil',
      'holiday',
      'cropSoilSeasonMapping',
      'cropMaterialMapping',
      'company',
      'staffUser',
    ].map((name) => [name, [{ subject: 'master' }]]),
  ),
  city: [{ subject: 'master' }, { subject: 'city', field: 'City_Code', ignoresNew: true }],
  cityPlace: [{ subject: 'city', field: 'City_Code' }],
  employee: [{ subject: 'master' }, { subject: 'person', field: 'employeeNumber', ignoresNew: true }],
}

/** Logs what a change of a record concerns, in its transaction. Called for every history row. */
export function logChange(
  tx: Tx,
  entity: Pick<Entity, 'name'>,
  id: string,
  before: Values | null,
  after: Values | null,
): void {
  if (entity.name === 'account') {
    if (before && before['username'] !== after?.['username']) logKey(tx, 'person', id)
    return
  }
  for (const { subject, field, ignoresNew } of logged[entity.name] ?? []) {
    if (field === undefined) logKey(tx, subject, entity.name)
    else if (before || !ignoresNew) {
      const [one, other] = [before?.[field], after?.[field]]
      if (typeof one === 'string') logKey(tx, subject, one)
      if (typeof other === 'string' && other !== one) logKey(tx, subject, other)
    }
  }
}

export const logKey = (tx: Tx, subject: ChangeSubject, key: string): void =>
  deferInsert(tx, changeLog, { subject, key })
