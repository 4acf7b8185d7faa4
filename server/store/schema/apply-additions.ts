import { sql } from 'kysely'
import { dynamic, type Db, type Dialect, type OnlineChanges } from '../dialect.ts'
import { noteAdditive } from './additive.ts'
import { requestStep, stepTable } from './data-steps.ts'
import type { Migration } from './migrations.ts'
import { planAdditions, type Completion } from './plan-additions.ts'
import type { Table } from './table.ts'

export type OnlineDialect = Dialect & { online: OnlineChanges }

export const isOnline = (dialect: Dialect): dialect is OnlineDialect => dialect.online !== undefined

/** Changes the tables for an additive migration, while other instances use them; what takes long is left to `completeAdditions`. */
export async function applyAdditions(
  db: Db,
  dialect: OnlineDialect,
  migration: Migration,
  { now, onProgress }: { now: Date; onProgress: (message: string) => void },
): Promise<void> {
  const { name, checksum, operations } = migration
  const { creation, written, used, statements, steps, completions } = planAdditions(dialect, operations)
  const row = { name, checksum, applied_at: now.toISOString() }
  await dialect.online.changeBriefly(
    db,
    {
      written,
      used,
      statements,
      prepare: async (tx) => {
        for (const statement of creation) await sql.raw(statement).execute(tx)
        for (const step of [...steps, ...completions.map(nameOf)]) await requestStep(tx, step)
        await dynamic(tx).insertInto('migration').values(row).execute()
        await noteAdditive(tx, name)
      },
    },
    (tables) => onProgress(`Upgrading the database: ${name} waits for transactions that use ${tables}…`),
  )
}

const prefix = 'complete '

/** The step that stands for it in the table of steps until it is done. */
const nameOf = (completion: Completion): string =>
  'index' in completion
    ? `${prefix}index ${completion.table}.${completion.index.name}`
    : `${prefix}constraint ${completion.table}.${completion.constraint}`

export const isCompletion = (step: string): boolean => step.startsWith(prefix)

/** Builds the indexes and checks the constraints of additive migrations, also those that a killed upgrade left. */
export async function completeAdditions(
  db: Db,
  { online }: OnlineDialect,
  schema: readonly Table[],
  onProgress: (message: string) => void,
): Promise<void> {
  const rows = await dynamic(db).selectFrom(stepTable).select('step').orderBy('step').execute()
  for (const step of rows.map((row) => String(row.step)).filter(isCompletion)) {
    const [kind, path = ''] = step.slice(prefix.length).split(' ')
    const [tableName = '', name = ''] = path.split('.')
    const table = schema.find((each) => each.name === tableName)
    const index = table?.indexes.find((each) => each.name === name)
    // Of a newer version, which completes it itself.
    if (!table || (kind === 'index' && !index)) continue
    onProgress(`Upgrading the database: ${kind === 'index' ? 'building the index' : 'checking'} ${name}…`)
    if (index)
      await online.buildIndex(db, tableName, index, () =>
        onProgress(
          `Upgrading the database: ${name} is still being built by an upgrade that was interrupted…`,
        ),
      )
    else await online.validate(db, tableName, name)
    await dynamic(db).deleteFrom(stepTable).where('step', '=', step).execute()
  }
}
