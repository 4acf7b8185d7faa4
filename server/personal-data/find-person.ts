import type { PersonEntity } from '#domain/api/personal-data.ts'
import type { Db, Dialect } from '../store/dialect.ts'
import { findAccount } from './account.ts'
import { findCustomer } from './customer.ts'
import type { Person } from './person.ts'
import { findStaff } from './staff.ts'

/** Finds what is stored about a person by the id or code of its record. */
export async function findPerson(
  db: Db,
  dialect: Dialect,
  entity: PersonEntity,
  idOrCode: string,
): Promise<Person | undefined> {
  if (entity === 'customer') return findCustomer(db, dialect, idOrCode)
  if (entity === 'account') return findAccount(db, idOrCode)
  return findStaff(db, dialect, entity, idOrCode)
}
