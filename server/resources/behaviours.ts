import { builtInRoles } from '#domain/access/actor.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { conflict } from '#domain/problem.ts'
import { countAttempt, publicWriteAllowance } from '../attempts.ts'
import type { Context } from '../context.ts'
import type { RecordWriter } from '../store/records.ts'
import { followVisit } from '../visits/visit-effects.ts'
import { checkAssignment } from './assignment-behaviour.ts'
import { checkBalance } from './balance-behaviour.ts'
import { checkVisit, holdCustomers, keepPhotos } from './visit-behaviour.ts'

export interface Change {
  before: Readonly<RecordValues> | null
  /** Null when the record is being deleted. */
  after: Readonly<RecordValues> | null
  /** The record, when it is taken back out of the bin. */
  restored?: string
}

interface Surroundings {
  ctx: Context
  writer: RecordWriter
}

/** What a few entities need beyond their declaration: called in the transaction, before anything is written. */
export const behaviours: Record<
  string,
  (change: Change, surroundings: Surroundings) => void | Promise<void>
> = {
  visit: checkVisit,
  assignment: checkAssignment,
  balance: checkBalance,
  role: async ({ before, after, restored }, { writer }) => {
    // What was decided about one that is gone says nothing about another under the same code.
    if (!before && after && restored === undefined)
      await writer.tx
        .deleteFrom('role_right')
        .where('role_code', '=', after['Role_Code'] as string)
        .execute()
    const code = before?.['Role_Code'] as string | undefined
    if (!code || after?.['Role_Code'] === code) return
    if (Object.hasOwn(builtInRoles, code)) {
      throw conflict(
        `The role ${code} is built in: it can be renamed, but not deleted and its code not changed`,
      )
    }
    const holders = await writer.tx
      .selectFrom('account')
      .select(['id', 'username'])
      .where('role_code', '=', code)
      .execute()
    if (holders.length === 0) return
    const records = holders
      .slice(0, 5)
      .map(({ id, username }) => ({ id, name: `Account ${String(username)}` }))
    const usedBy = [{ entity: 'account', path: 'admin/users', field: 'role', count: holders.length, records }]
    throw conflict(`Role ${code} is held by ${holders.length} account(s). Give them another role first`, [], {
      usedBy,
    })
  },
}

/** What belongs to a record beside its fields, when it is put back as it was before a change that was cut off: no checks. */
export const putBackEffects: Record<string, (change: Change, surroundings: Surroundings) => Promise<void>> = {
  visit: keepPhotos,
}

export interface Saved {
  before: StoredRecord | null
  /** Null when the record was deleted. */
  after: StoredRecord | null
  /** The record, when it was taken out of the bin. */
  restored?: string
}

/** What follows for other records: called in the transaction, after the record was written. */
export const afterwards: Record<string, (saved: Saved, surroundings: Surroundings) => Promise<void>> = {
  visit: followVisit,
}

/** Called first in the transaction, with what is known of the record: the rows to hold before the record itself. */
export const holdFirst: Record<string, (around: Surroundings, known: readonly unknown[]) => Promise<void>> = {
  visit: holdCustomers,
  assignment: holdCustomers,
  balance: holdCustomers,
  customerPlace: holdCustomers,
}

/** Called before the transaction is opened, for those who have not logged in. */
export const beforeStrangerCreates: Record<string, (ctx: Context) => Promise<void>> = {
  contactMessage: (ctx) => countAttempt(ctx, ['contact', ctx.address], publicWriteAllowance),
}
