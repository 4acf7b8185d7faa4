import type { EntityName, RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordMeta, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Context } from '../core/context.ts'
import type { RecordWriter } from '../store/records/records.ts'

export interface Change<R extends StoredRecord = StoredRecord> {
  before: Readonly<R> | null
  /** Null when the record is being deleted. */
  after: Omit<R, keyof RecordMeta> | null
  /** The id of the record, if it is being restored from the bin. */
  restored?: string
}

export interface SavedChange<R extends StoredRecord = StoredRecord> {
  before: R | null
  /** Null when the record was deleted. */
  after: R | null
  /** The id of the record, if it was restored from the bin. */
  restored?: string
}

export interface HookContext<R extends StoredRecord = StoredRecord> {
  ctx: Context
  writer: RecordWriter<R>
}

/** Hooks of an entity that run whenever a record is saved, by any route. */
export interface SaveHooks<R extends StoredRecord = StoredRecord> {
  /** Called before the transaction, for requests without an account. */
  beforeAnonymousCreate?: (ctx: Context) => Promise<void>
  /** Called first in the transaction, with the known values of the record, to lock the rows that must be locked before it. */
  lock?: (context: HookContext<R>, known: readonly unknown[]) => Promise<void>
  /** Called before the record is written. */
  check?: (change: Change<R>, context: HookContext<R>) => void | Promise<void>
  /** Called after the record is written, to update other records. */
  after?: (saved: SavedChange<R>, context: HookContext<R>) => Promise<void>
  /** Called instead of `check` when a record is restored exactly after an interrupted change. */
  restoreExactly?: (change: Change<R>, context: HookContext<R>) => Promise<void>
}

let registered: Readonly<Record<string, SaveHooks>> | undefined

/** Features register their hooks in `server/hooks.ts`, so that this folder imports no feature. */
export function registerSaveHooks(hooks: { [N in EntityName]?: SaveHooks<RecordNamed<N>> }): void {
  // Each is called with records of its own entity only.
  registered = hooks as Readonly<Record<string, SaveHooks>>
}

const none: SaveHooks = {}

export function saveHooksOf(entity: string): SaveHooks {
  if (!registered) throw new Error('No save hooks are registered: import server/hooks.ts first')
  return registered[entity] ?? none
}

/** Whether records of the entity are saved one by one, because a hook runs for each of them. */
export function areSavedOneByOne(entity: string): boolean {
  const { lock, check, after } = saveHooksOf(entity)
  return lock !== undefined || check !== undefined || after !== undefined
}
