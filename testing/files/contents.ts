import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Store } from '#server/store/store.ts'
import { shapeOf, toRecord } from '#server/store/records/record-rows.ts'
import { resolveReferences } from '#server/store/records/references.ts'
import { dynamic } from '#server/store/dialect.ts'

const recordsOf = async (store: Store, entity: Entity): Promise<StoredRecord[]> =>
  (
    await dynamic(store.read)
      .selectFrom(tableOf(entity))
      .select(shapeOf(entity).selection)
      .orderBy('id')
      .execute()
  ).map((row) => toRecord(entity, row))

/** All fields of all records, to compare before a change and after its undo. */
export async function contents(store: Store): Promise<Record<string, string[]>> {
  const found = await Promise.all(
    catalogue.map(async (entity): Promise<[string, string[]]> => {
      const names = ['id', ...Object.keys(entity.fields)]
      const records = await recordsOf(store, entity)
      return [entity.name, records.map((record) => JSON.stringify(names.map((name) => record[name])))]
    }),
  )
  return Object.fromEntries(found)
}

/** References to missing or inconsistent records; must always be empty. */
export async function brokenReferences(store: Store): Promise<string[]> {
  const broken: string[] = []
  for (const entity of catalogue) {
    const records = await recordsOf(store, entity)
    await store.transaction(async (tx) => {
      for (const record of records) {
        const { problems } = await resolveReferences(tx, store.dialect, entity, record)
        broken.push(...problems.map(({ message }) => `${entity.name} ${record.id}: ${message}`))
      }
    })
  }
  return broken
}
