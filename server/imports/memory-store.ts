import type { ImportSettings } from '#domain/imports/import-job.ts'
import type { Db, Tx } from '../store/dialect.ts'

/** What a heading or a value of a file means, beyond the file in which that was said. */
export interface MemoryEntry {
  entity: string
  /** The field whose value it is; null of a heading. */
  field: string | null
  typed: string
  /** A code, or the field of a heading; null: it is left out. */
  meaning: string | null
  at: string
}

const ofValues = 'value '
const aboutOf = (field: string | null): string => (field === null ? 'column' : `${ofValues}${field}`)

export async function listMemory(db: Db, entities: readonly string[]): Promise<MemoryEntry[]> {
  if (entities.length === 0) return []
  const rows = await db
    .selectFrom('import_memory')
    .selectAll()
    .where('entity', 'in', entities)
    .orderBy('entity')
    .orderBy('about')
    .orderBy('typed')
    .execute()
  return rows.map((row) => {
    const about = String(row['about'])
    return {
      entity: String(row['entity']),
      field: about.startsWith(ofValues) ? about.slice(ofValues.length) : null,
      typed: String(row['typed']),
      meaning: String(row['meaning']) || null,
      at: String(row['used_at']),
    }
  })
}

/** What headings meant. */
export async function readMemory(db: Db, entity: string): Promise<Map<string, string>> {
  const all = await listMemory(db, [entity])
  return new Map(
    all.filter(({ field }) => field === null).map(({ typed, meaning }) => [typed, meaning ?? '']),
  )
}

/** What misspelt values meant, field by field. */
export async function readMeanings(db: Db, entity: string): Promise<ImportSettings['references']> {
  const meanings: ImportSettings['references'] = {}
  for (const { field, typed, meaning } of await listMemory(db, [entity]))
    if (field !== null) (meanings[field] ??= {})[typed] = meaning
  return meanings
}

export async function remember(tx: Tx, { entity, field, typed, meaning, at }: MemoryEntry): Promise<void> {
  const said = { meaning: meaning ?? '', used_at: at }
  await tx
    .insertInto('import_memory')
    .values({ entity, about: aboutOf(field), typed, ...said })
    .onConflict((already) => already.columns(['entity', 'about', 'typed']).doUpdateSet(said))
    .execute()
}

type Named = Pick<MemoryEntry, 'entity' | 'field' | 'typed'>

/** False when nothing was remembered of it. */
export async function changeMemory(
  tx: Tx,
  { entity, field, typed, meaning, at }: MemoryEntry,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_memory')
    .set({ meaning: meaning ?? '', used_at: at })
    .where('entity', '=', entity)
    .where('about', '=', aboutOf(field))
    .where('typed', '=', typed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function forgetMemory(tx: Tx, { entity, field, typed }: Named): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('import_memory')
    .where('entity', '=', entity)
    .where('about', '=', aboutOf(field))
    .where('typed', '=', typed)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
