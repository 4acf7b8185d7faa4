import { builtInRoles } from '#domain/access/actor.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { conflict } from '#domain/problem.ts'
import { countAttempt, publicWriteAllowance } from '../attempts.ts'
import type { Context } from '../context.ts'

export interface Change {
  before: Readonly<RecordValues> | null
  /** Null when the record is being deleted. */
  after: Readonly<RecordValues> | null
}

/** What a few entities need beyond their declaration: called in the transaction, before anything is written. */
export const behaviours: Record<string, (change: Change) => void> = {
  role: ({ before, after }) => {
    const code = before?.['Role_Code'] as string | undefined
    if (code && code in builtInRoles && after?.['Role_Code'] !== code) {
      throw conflict(
        `The role ${code} is built in: it can be renamed, but not deleted and its code not changed`,
      )
    }
  },
}

/** Called before the transaction is opened, for those who have not logged in. */
export const beforeStrangerCreates: Record<string, (ctx: Context) => Promise<void>> = {
  contactMessage: (ctx) => countAttempt(ctx, `contact ${ctx.address}`, publicWriteAllowance),
}
