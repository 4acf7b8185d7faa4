import type { ImportSettings } from '#domain/api/imports/import-values.ts'
import type { Db, Tx } from '../store/dialect.ts'

/** The meaning of a heading or a value, remembered for the next files. */
export interface RememberedEntry {
  entity: string
  /** The reference field of a value; null for a heading. */
  field: string | null
  typed: string
  /** A code, or the field of a heading; null when it is left out. */
  meaning: string | null
  at: string
}

const valuePrefix = 'value '
const aboutFor = (field: string | null): string => (field === null ? 'column' : `${valuePrefix}${field}`)

export async function listRemembered(db: Db, entities: readonly string[]): Promise<RememberedEntry[]> {
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
    const about = row.about
    return {
      entity: row.entity,
      field: about.startsWith(valuePrefix) ? about.slice(valuePrefix.length) : null,
      typed: row.typed,
      meaning: row.meaning || null,
      at: row.used_at,
    }
  })
}

/** The remembered fields of headings. */
export async function readRememberedColumns(db: Db, entity: string): Promise<Map<string, string>> {
  const all = await listRemembered(db, [entity])
  return new Map(
    all.filter(({ field }) => field === null).map(({ typed, meaning }) => [typed, meaning ?? '']),
  )
}

/** The remembered codes of misspelt values by field. */
export async function readRememberedValues(db: Db, entity: string): Promise<ImportSettings['references']> {
  const meanings: ImportSettings['references'] = {}
  for (const { field, typed, meaning } of await listRemembered(db, [entity]))
    if (field !== null) (meanings[field] ??= {})[typed] = meaning
  return meanings
}

export async function saveRemembered(
  tx: Tx,
  { entity, field, typed, meaning, at }: RememberedEntry,
): Promise<void> {
  const stored = { meaning: meaning ?? '', used_at: at }
  await tx
    .insertInto('import_memory')
    .values({ entity, about: aboutFor(field), typed, ...stored })
    .onConflict((conflict) => conflict.columns(['entity', 'about', 'typed']).doUpdateSet(stored))
    .execute()
}

type EntryKey = Pick<RememberedEntry, 'entity' | 'field' | 'typed'>

/** False when there is no such entry. */
export async function updateRemembered(
  tx: Tx,
  { entity, field, typed, meaning, at }: RememberedEntry,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_memory')
    .set({ meaning: meaning ?? '', used_at: at })
    .where('entity', '=', entity)
    .where('about', '=', aboutFor(field))
    .where('typed', '=', typed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteEntry(tx: Tx, { entity, field, typed }: EntryKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('import_memory')
    .where('entity', '=', entity)
    .where('about', '=', aboutFor(field))
    .where('typed', '=', typed)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
