import type { Db } from '../store/dialect.ts'

/** The name of the first company, which stands on what farmers get; empty without one. */
export async function firmName(db: Db): Promise<string> {
  const row = await db
    .selectFrom('company')
    .select('company_name')
    .orderBy('natural_key')
    .limit(1)
    .executeTakeFirst()
  return row?.company_name ?? ''
}
