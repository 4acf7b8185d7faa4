import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Store } from '#server/store/open-store.ts'
import { shapeOf, toRecord } from '#server/store/record-rows.ts'
import { resolveReferences } from '#server/store/references.ts'

const recordsOf = async (store: Store, entity: Entity): Promise<StoredRecord[]> =>
  (await store.read.selectFrom(entity.table).select(shapeOf(entity).selection).orderBy('id').execute()).map(
    (row) => toRecord(entity, row),
  )

/** All fields of all records: what a change that was taken back must leave as it was. */
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

/** What refers to something that is not there, or to two things that do not agree: nothing, at any time. */
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
